/** Whether a host name, however it spells loopback, is this machine's own. */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|::1?|::ffff:(?:127\.[\d.]+|0\.0\.0\.0|7f[0-9a-f]{2}:[0-9a-f]{1,4}|0:0))$/.test(
    hostname
      .replace(/^\[|\]$/g, '')
      .replace(/\.$/, '')
      .toLowerCase(),
  )
