import { isLoopbackHost } from '../exchange/loopback.ts'

/**
 * Says that a proxy of the environment is not used. An upstream is an address, or, where clients name it, a host pattern, which may be asked by
 * either scheme. Only the variable is named: its value may hold a password.
 */
export function proxyNotice(env: Readonly<Record<string, string | undefined>>, upstreams: readonly string[]): string {
  const set = (name: string): string | undefined => [name.toLowerCase(), name].find((one) => env[one])
  const spared = (env[set('NO_PROXY') ?? ''] ?? '')
    .split(/[\s,]+/)
    .map((one) =>
      one
        .toLowerCase()
        .replace(/:\d+$/, '')
        .replace(/^\*?\./, ''),
    )
    .filter(Boolean)
  const needsProxy = (host: string): boolean =>
    !isLoopbackHost(host) && !spared.some((one) => one === '*' || host === one || host.endsWith(`.${one}`))
  const passedOver = upstreams.flatMap((upstream) => {
    const url = URL.canParse(upstream) && upstream.includes('://') ? new URL(upstream) : undefined
    if (!needsProxy(url?.hostname ?? upstream.toLowerCase().replace(/^\*\./, ''))) return []
    return ['https:', 'http:']
      .filter((scheme) => url === undefined || url.protocol === scheme)
      .flatMap((scheme) => set(`${scheme.slice(0, -1).toUpperCase()}_PROXY`) ?? set('ALL_PROXY') ?? [])
  })
  const names = [...new Set(passedOver)]
  return names.length > 0
    ? `the recorder connects to upstreams directly: ${names.join(' and ')} ${names.length > 1 ? 'are' : 'is'} not used\n`
    : ''
}
