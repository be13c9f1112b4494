const unreserved = /%(?:2D|2E|5F|7E|3\d|[46][1-9A-F]|[57][0-9A])/gi

/** An address with the escapes decoded that its path needs none of (RFC 3986, 6.2.2.2); its query stays. */
export function plainPath(target: string): string {
  const end = target.search(/\?|$/)
  return target.slice(0, end).replace(unreserved, (encoded) => decodeURIComponent(encoded)) + target.slice(end)
}
