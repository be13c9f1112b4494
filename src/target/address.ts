/** Path and query of an absolute address, byte for byte: the URL class would normalise both, and drops a default port. */
export function pathOf(address: string): string {
  const rest = address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}
