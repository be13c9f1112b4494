import { isIP, isIPv6 } from 'node:net'

export interface ConnectTarget {
  /** Lower-case, no brackets, no final dot. */
  readonly host: string
  readonly port: number
}

const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/** A name or an address that a certificate can be made for and a socket opened to; nothing else gets further. */
function hostOf(text: string): string | undefined {
  // One spelling per address: lists, certificates and Host fields are compared with it.
  if (/^\[.*\]$/.test(text))
    return isIPv6(text.slice(1, -1)) && !text.includes('%')
      ? new URL(`http://${text}`).hostname.slice(1, -1)
      : undefined
  const host = text.toLowerCase().replace(/\.$/, '')
  const labels = host.split('.')
  if (host.length > 253 || !labels.every((one) => label.test(one))) return undefined
  // 127.1 and 0x7f.1 are other spellings of addresses: they would pass by the list of hosts.
  return isIP(host) || !/^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '') ? host : undefined
}

/** The authority form, `host:port`; a port may be left out where there is one to stand in. */
export function connectTarget(authority: string, orPort?: number): ConnectTarget | undefined {
  const match = /^(\[[^\]]*\]|[^:[\]]*)(?::(\d{1,5}))?$/.exec(authority)
  const host = hostOf(match?.[1] ?? '')
  const port = match?.[2] === undefined ? orPort : Number(match[2])
  return host === undefined || port === undefined || port < 1 || port > 65535 ? undefined : { host, port }
}

export const inAddress = (host: string): string => (isIPv6(host) ? `[${host}]` : host)
