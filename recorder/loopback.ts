/** Whether an address, however it spells loopback, is that of a port of this machine's own loopback. */
export function isOwnAddress({ hostname, port, protocol }: URL, ownPort: number): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  const isLoopback =
    /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|::1?|::ffff:(?:127\.[\d.]+|0\.0\.0\.0|7f[0-9a-f]{2}:[0-9a-f]{1,4}|0:0))$/.test(
      host,
    )
  return isLoopback && Number(port || (protocol === 'https:' ? 443 : 80)) === ownPort
}
