import { check, must } from '../../src/kit/index.ts'
import { createdGroup, everyGroup, groupSchema, leavingNoGroups, readGroup, triedGroup } from './people.ts'
import { attribute, shownIdOf } from './reading.ts'
import { scim } from './requirements.ts'

const signs = ['Müller & Søn – Łódź', 'x'.repeat(80), '🔧 𠮷田']

check(
  scim['written-is-read'],
  'names-of-groups',
  {
    effects: true,
    brokenBy: ['scim-group-names-escaped', 'scim-group-names-cut-at-fifty', 'scim-group-put-name-in-ascii'],
  },
  async (context) => {
    await leavingNoGroups(context, async () => {
      const whole = () => `${context.fresh.externalId()} ${signs.join(' ')}`
      const nameOf = async (id: string) => attribute(await readGroup(context, id), 'displayName')
      // Which names a group may have is not said.
      const { answer, told } = await triedGroup(context, [], whole())
      if (answer.status >= 400) must.refused4xx(answer)
      const made = answer.status >= 400 ? await createdGroup(context) : await told()
      must.equal('the name of a created group', await nameOf(made.id), made.name)
      const put = async (displayName: string): Promise<boolean> => {
        const replaced = await context.api.scim.groups.replace(made.id, { schemas: [groupSchema], displayName })
        if (replaced.status >= 400) must.refused4xx(replaced)
        else must.equal('the name of a group after a PUT', await nameOf(made.id), displayName)
        return replaced.status < 400
      }
      if (await put(whole())) return
      for (const one of signs) await put(`${context.fresh.externalId()} ${one}`)
    })
  },
)

const many = 55

check(
  scim['list-groups'],
  'more-than-fifty',
  { effects: true, heavy: true, brokenBy: ['scim-groups-list-first-fifty'] },
  async (context) => {
    await leavingNoGroups(context, async () => {
      const ids: string[] = []
      for (let count = 0; count < many; count += 1) {
        const { answer, told } = await triedGroup(context, [])
        // How many groups an account may have is not said.
        if (answer.status >= 400) {
          must.refused4xx(answer)
          break
        }
        ids.push((await told()).id)
      }
      must.some('group that was created', ids)
      must.include('ids in the list of groups', (await everyGroup(context)).map(shownIdOf), ids)
    })
  },
)
