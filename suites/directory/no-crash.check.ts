import { check, must, noneCrashes, objectOf, rely } from '../../src/kit/index.ts'
import { directory } from './requirements.ts'

check(
  directory['no-server-error'],
  'odd-names',
  { brokenBy: ['directory-odd-name-crashes'] },
  async ({ api, target, fresh }) => {
    await rely(directory['account-found'], async () =>
      must.sameName(
        'accountName',
        objectOf(await api.directory.account(target.account))['accountName'],
        target.account,
      ),
    )
    const names = [fresh.tag.padEnd(3000, 'x'), `${fresh.tag} ü 漢 '"`, `${fresh.tag}%00`]
    await noneCrashes(
      Object.fromEntries(
        names.map((name) => [`an account called ${name.slice(0, 20)}`, () => api.directory.account(name)]),
      ),
      () => api.directory.account(target.account),
    )
  },
)
