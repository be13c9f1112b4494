import { isIPv6 } from 'node:net'
import { connectTarget } from './connect-target.ts'

/** Whether a host is one of those to be recorded: a name, `*.example.com` for all below it, or `*` for all there are. */
export function hostList(patterns: readonly string[]): (host: string) => boolean {
  const names = new Set(patterns.map((one) => connectTarget(bracketed(one), 443)?.host ?? one.toLowerCase()))
  const below = [...names].filter((one) => one.startsWith('*.')).map((one) => one.slice(1))
  return (host) =>
    names.has('*') || names.has(host) || below.some((end) => host.endsWith(end) && host.length > end.length)
}

const bracketed = (text: string): string => (isIPv6(text) ? `[${text}]` : text)

/** A port would be dropped silently: every port of a host is recorded. */
export const isHostPattern = (text: string): boolean => {
  const host = bracketed(text.replace(/^\*\./, ''))
  return text === '*' || (connectTarget(host, 443) !== undefined && connectTarget(host) === undefined)
}
