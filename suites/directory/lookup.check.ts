import { check, eventually, matchers, rely } from '../../src/kit/index.ts'
import { must } from '../../src/kit/must.ts'
import { observe } from '../../src/kit/observe.ts'
import { sameName } from '../../src/kit/names.ts'
import { objectOf } from '../../src/kit/object-of.ts'
import { grant } from '../token/requirements.ts'
import { fieldOf, granted } from '../token/steps.ts'
import { found, place } from './found.ts'
import { directory } from './requirements.ts'
import { rawGet } from '../token/raw-get.ts'

check(
  directory['account-found'],
  'own-account',
  {
    brokenBy: [
      'directory-status-201',
      'directory-address-lower-case',
      'directory-address-missing',
      'directory-address-object',
      'directory-cluster-missing',
      'directory-cluster-number',
      'directory-account-name-missing',
      'directory-enveloped',
    ],
  },
  async ({ api, target }) => {
    const { name, cluster } = found(await api.directory.account(target.account))
    must.sameName('accountName', name, target.account)
    must.be('clusterName', cluster, 'a text')
  },
)

check(
  directory['account-found'],
  'address-serves-calls',
  {
    brokenBy: ['directory-disagrees-with-token', 'directory-address-missing'],
  },
  async ({ api, target }) => {
    const { url: base } = found(await api.directory.account(target.account))
    const answer = await api.company.list('application/json', { base })
    must.success(answer)
    must.be('companies from the address', objectOf(answer)['companies'], 'an array', answer)
  },
)

check(
  directory['account-found'],
  'account-of-another-cluster',
  {
    needs: ['second-cluster'],
    brokenBy: [
      'directory-disagrees-with-token',
      'directory-gives-local-callers-their-own-cluster',
      'cluster-url-of-the-token-service',
    ],
  },
  async ({ api, as, target }) => {
    const other = target.fixtures.otherCluster!
    const own = granted(await api.token.obtain())
    const { name, url } = found(await api.directory.account(other.account))
    must.sameName('accountName', name, other.account)
    // A cluster may have several node addresses; no two clusters have one in common.
    const mustBeThere = (what: string, address: string): void => {
      if (place(address) === place(other.base)) return
      const cluster = fieldOf(own, 'cluster_url')
      must.be('cluster_url', cluster, 'an absolute URL')
      must.differ(what, place(address), place(cluster as string))
    }
    mustBeThere('address of an account on another cluster', url)
    if (!('other-cluster' in target.identities)) return
    const abroad = await rely(grant['success-is-200'], async () => granted(await as('other-cluster').token.obtain()))
    const { account, cluster_url: told } = abroad
    if (!sameName(String(account), other.account) || typeof told !== 'string') return
    must.be('cluster_url of an account on another cluster', told, 'an absolute URL')
    mustBeThere('cluster_url of an account on another cluster', told)
  },
)

check(
  directory['account-found'],
  'accounts-of-two-clusters-in-turn',
  { needs: ['second-cluster'], brokenBy: ['directory-address-of-lookup-before', 'directory-name-of-lookup-before'] },
  async ({ api, target }) => {
    const other = target.fixtures.otherCluster!
    for (const turn of ['once', 'again']) {
      const own = found(await api.directory.account(target.account))
      const abroad = found(await api.directory.account(other.account))
      must.sameName(`accountName, ${turn}`, own.name, target.account)
      must.sameName(`accountName of an account on another cluster, ${turn}`, abroad.name, other.account)
      if (place(abroad.url) === place(other.base)) continue
      must.differ(`address of an account on another cluster, ${turn}`, place(abroad.url), place(own.url))
    }
  },
)

check(
  directory['reserved-characters'],
  'encoded-name',
  {
    brokenBy: [
      'directory-name-not-decoded',
      'directory-name-answered-encoded',
      'directory-slash-in-name-cut',
      'directory-address-lower-case-in-au',
      'directory-name-encoded-at-the-repeat',
    ],
  },
  async ({ api, target }) => {
    const wanted = target.fixtures.reservedAccount!
    for (const turn of ['', ', looked up again'])
      must.sameName(`accountName${turn}`, found(await api.directory.account(wanted)).name, wanted)
  },
)

/** Every byte percent-encoded, as it may be: an unreserved character means the same literally (RFC 3986, 2.3). */
const allEncoded = (name: string): string => Buffer.from(name).toString('hex').replace(/../g, '%$&')

check(
  directory['reserved-characters'],
  'every-character-encoded',
  { brokenBy: ['directory-encoded-letters-not-taken', 'directory-lower-case-hex-not-taken'] },
  async ({ api, target }) => {
    const { client } = target.identities['admin']!
    for (const wanted of [target.fixtures.reservedAccount!, target.account]) {
      const known = await api.directory.account(wanted)
      must.sameName('accountName', found(known).name, wanted)
      const { pathname, search } = new URL(known.exchange.request.url)
      const before = pathname.slice(0, pathname.lastIndexOf('/') + 1)
      for (const encoded of [allEncoded(wanted).toUpperCase(), allEncoded(wanted)]) {
        const answer = await api.raw.send(rawGet(`${before}${encoded}${search}`, client), { service: 'directory' })
        must.sameName(`accountName of ${encoded}`, found(answer).name, wanted)
      }
    }
  },
)

check(
  directory['agrees-with-token'],
  'same-address',
  {
    needs: ['writes', 'service-call'],
    brokenBy: ['directory-disagrees-with-token', 'token-cluster-url-elsewhere'],
  },
  async (context) => {
    const { api, target, fresh } = context
    const cluster = fieldOf(granted(await api.token.obtain()), 'cluster_url')
    const { url } = found(await api.directory.account(target.account))
    must.be('cluster_url', cluster, 'an absolute URL')
    if (place(url) === place(cluster as string)) return
    // Two addresses, perhaps of one cluster: then a record that is made at the one is read at the other.
    const body = fresh.body('ServiceCall', { id: fresh.id(), externalId: fresh.externalId() })
    must.success(await api.data.create('ServiceCall', body, { base: cluster as string }))
    // One node may show a moment later what was written at another.
    await eventually(
      context,
      () => api.data.get('ServiceCall', String(body['id']), { base: url }),
      (there) =>
        matchers.sameId(
          `the record made at ${place(cluster as string)}, read at ${place(url)}`,
          there.record()?.['id'],
          body['id'],
        ),
    )
  },
)

check(
  directory['no-address-of-another'],
  'invented-names',
  {
    brokenBy: [
      'directory-unknown-account-guessed',
      'directory-unknown-account-first-letter',
      'dir-default-cluster',
      'directory-unknown-as-the-one-before',
      'directory-name-that-goes-on-after-a-known-one',
      'directory-404-with-address-of-another',
    ],
  },
  async ({ api, target, fresh }) => {
    const own = found(await api.directory.account(target.account))
    for (const name of [target.fixtures.unknownAccount!, `${target.account}-${fresh.tag}`]) {
      const answer = await api.directory.account(name)
      const { URL: url } = objectOf(answer)
      must.hold(
        'no address for a name that no account has',
        typeof url !== 'string' || url === '' || (answer.status >= 300 && url !== own.url),
        `status ${answer.status} ${answer.text}`,
      )
    }
  },
)

check(
  directory['one-cluster'],
  'three-lookups',
  { brokenBy: ['directory-address-renamed-at-the-repeat', 'directory-cluster-wanders', 'stale-replica-third-call'] },
  async ({ api, target }) => {
    const seen = []
    for (let look = 0; look < 3; look += 1) {
      const { cluster } = found(await api.directory.account(target.account))
      must.be('clusterName', cluster, 'a text')
      seen.push(cluster)
    }
    must.equal('clusters named', [...new Set(seen)], [seen[0]])
  },
)

observe(directory['cluster-names'], 'code-seen', {}, async ({ api, target }) => {
  const accounts = [target.account, target.fixtures.otherCluster?.account].filter((name) => name !== undefined)
  const seen = []
  for (const name of accounts) seen.push(String(found(await api.directory.account(name)).cluster))
  const unlisted = seen.filter((cluster) => !['EU', 'DE', 'US', 'CN', 'AU'].includes(cluster))
  return `cluster ${seen.join(', another ')}${unlisted.length === 0 ? '' : `, of which the documents do not list ${unlisted.join(', ')}`}`
})

observe(directory['unknown-account'], 'answer-seen', {}, async ({ api, target }) => {
  const answer = await api.directory.account(target.fixtures.unknownAccount!)
  return `an unknown account: status ${answer.status}`
})

observe(directory['path-form'], 'other-path', {}, async ({ api, target }) => {
  const usual = target.basePaths.directory
  const other = usual.startsWith('/ds/') ? usual.slice('/ds'.length) : `/ds${usual}`
  const known = await api.directory.account(target.account)
  const { pathname, search } = new URL(known.exchange.request.url)
  const { client } = target.identities['admin']!
  const answer = await api.raw.send(rawGet(`${pathname.replace(usual, other)}${search}`, client), {
    service: 'directory',
  })
  return `${usual} answers with status ${known.status}, ${other} with status ${answer.status}`
})
