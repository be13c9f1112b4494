import { check } from '../../src/kit/index.ts'
import { must } from '../../src/kit/must.ts'
import { found, place } from './found.ts'
import { directory } from './requirements.ts'

// Whatever an account is called, it has a cluster; and who is at one address is in one cluster.
check(
  directory['account-found'],
  'cluster-of-each-account',
  {
    brokenBy: [
      'directory-cluster-empty-for-names-with-blanks',
      'directory-cluster-empty-for-names-beyond-ascii',
      'directory-cluster-of-others-on-it-differs',
    ],
  },
  async ({ api, target: { account, fixtures, identities, lacks } }) => {
    const accounts = [
      account,
      ...('reserved-account' in lacks ? [] : [fixtures.reservedAccount ?? account]),
      ...('second-cluster' in lacks ? [] : [fixtures.otherCluster?.account ?? account]),
      ...('second-account' in lacks ? [] : [identities['other-account']?.account ?? account]),
    ]
    const clusters = new Map<string, unknown>()
    for (const name of new Set(accounts)) {
      const { url, cluster } = found(await api.directory.account(name))
      must.be(`clusterName of ${name}`, cluster, 'a text')
      const at = place(url)
      must.equal(
        `clusterName of ${name}, whose address is that of another account`,
        cluster,
        clusters.get(at) ?? cluster,
      )
      clusters.set(at, cluster)
    }
  },
)
