import { isObject } from '../exchange/json.ts'
import type { ExchangeReading } from '../contract/index.ts'
import type { MakeMonitor } from './monitor.ts'

const [hostsAtMost, accountsAtMost] = [200, 1000]

/** Where the paths of the documents begin. */
const interfacePath =
  /\/(?:api|cloud-crowd-service|cloud-partner-dispatch-service|dataCloudInterface|ds|masterCloudInterface|optimization)(?:\/|$)/

/** The host, with the path of the cluster at it where there is one. */
function baseOf({ host, pathname }: URL): string {
  const at = pathname.search(interfacePath)
  return `${host}${(at < 0 ? pathname : pathname.slice(0, at)).replace(/\/+$/, '')}`
}

const hostOf = (base: string): string => base.split('/', 1)[0] ?? ''

const parsed = (url: unknown): URL | undefined =>
  typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined

/**
 * Calls go to the address of the account's cluster (A-GEN-03), over HTTPS (A-GEN-01). A proxy may end TLS and a cluster stand behind another name: so a
 * call is blamed only for a host that the directory gives to another cluster, or for that of the token service where its token reaches the own cluster, too,
 * for a path of the own host that nobody named, where a token was refused that is taken at the own address after it, and for a scheme that the
 * same host is not known by.
 */
export const callerPlace: MakeMonitor = () => {
  /** Where an account's calls go, by what the directory and the token service said of it. */
  const named = new Map<string, Set<string>>()
  const [clusterOf, clusterAt] = [new Map<string, string>(), new Map<string, string>()]
  const [secure, issuers, reached, led] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>()]
  /** Calls to a path beside that of the cluster which were refused for the token, by the token. */
  const beside = new Map<string, { readonly base: string; readonly account: string; readonly ref: string }>()
  let isTlsRecorded = false
  const note = (set: Set<string>, value: string): void => void (set.size < hostsAtMost && set.add(value))
  return {
    name: 'caller-place',
    side: 'client',
    statements: ['A-GEN-01', 'A-GEN-03'],
    see({ observed: { reading, moment, token, batch, status }, out }) {
      const { operation } = reading.match
      const url = new URL(reading.exchange.request.url)
      const location = parsed(reading.responseHeader('location'))
      for (const at of location ? [location.host, baseOf(location)] : []) note(led, at)
      if (batch) return
      out.assert('A-GEN-01')
      // What is recorded behind the place where TLS ends shows no call over HTTPS at all.
      isTlsRecorded ||= url.protocol === 'https:'
      if (url.protocol === 'http:' && isTlsRecorded && secure.has(url.host))
        out.find({
          statement: 'A-GEN-01',
          side: 'client',
          expected: 'calls are made over HTTPS',
          actual: `http: to ${url.host}, which has an address with https:`,
          exchanges: [moment.ref],
        })
      if (url.protocol === 'https:') note(secure, url.host)
      if (operation.interface === 'token' || operation.interface === 'directory') {
        if (status !== 200) return
        if (operation.id === 'token/request') note(issuers, url.host)
        return learn(reading)
      }
      const account = reading.query('account') ?? reading.requestHeader('x-account-name')
      const own = account === undefined ? undefined : named.get(account)
      if (account === undefined || !own) return
      const base = baseOf(url)
      const cluster = clusterOf.get(account)
      if (own.has(base)) {
        const stray = status >= 200 && status <= 299 && token !== undefined ? beside.get(token) : undefined
        if (token !== undefined && stray?.account === account) {
          beside.delete(token)
          out.find({
            statement: 'A-GEN-03',
            side: 'client',
            expected: `calls for ${account} go to the address of its cluster, ${[...own].join(' or ')}`,
            actual: `a call to ${stray.base}, where the token was refused that is valid here`,
            exchanges: [stray.ref, moment.ref],
          })
        }
        // Where no address is known that would be wrong, the right one is no merit.
        const isElsewhereKnown =
          [...issuers].some((host) => ![...own].some((one) => hostOf(one) === host)) ||
          (cluster !== undefined && [...clusterAt.values()].some((other) => other !== cluster))
        if (isElsewhereKnown) out.assert('A-GEN-03')
        return note(reached, `${token} ${base}`)
      }
      // A cluster may have several nodes, of which the directory gives now one, now another.
      const called = clusterAt.get(base)
      const isOthers = cluster !== undefined && called !== undefined && cluster !== called
      // Several clusters may stand behind one host: there the call must have been refused, too.
      const isSure = ![...own].some((one) => hostOf(one) === url.host) || status === 401 || status === 403
      const isBeside = called === undefined && [...own].some((one) => hostOf(one) === url.host)
      if (isBeside && status === 401 && token !== undefined && beside.size < accountsAtMost && !led.has(base))
        beside.set(token, { base, account, ref: moment.ref })
      const isIssuer = issuers.has(url.host) && [...own].some((one) => reached.has(`${token} ${one}`))
      const isElsewhere = isIssuer && [...own].every((one) => hostOf(one) !== url.host)
      // Any other address may be a name of the cluster, too: such a call tells nothing.
      if (((isOthers && isSure) || isElsewhere) && !led.has(url.host))
        out.find({
          statement: 'A-GEN-03',
          side: 'client',
          expected: `calls for ${account} go to the address of its cluster, ${[...own].join(' or ')}`,
          actual: `a call to ${base}, the address of ${isOthers ? 'another cluster' : 'the token service'}`,
          exchanges: [moment.ref],
        })
    },
  }

  function learn(reading: ExchangeReading): void {
    if (!isObject(reading.json)) return
    const { accountName, clusterName, URL: node, account, cluster_url: cluster } = reading.json
    const [name, address] = typeof accountName === 'string' ? [accountName, parsed(node)] : [account, parsed(cluster)]
    if (typeof name !== 'string') return
    if (!address || named.size >= accountsAtMost) return
    named.set(name, (named.get(name) ?? new Set()).add(baseOf(address)))
    if (address.protocol === 'https:') note(secure, address.host)
    if (typeof clusterName !== 'string') return
    clusterOf.set(name, clusterName)
    clusterAt.set(baseOf(address), clusterName)
  }
}
