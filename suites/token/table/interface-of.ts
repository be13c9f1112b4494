/** The interface of an operation, by how its id begins; what else is called are records. */
const interfaces: Readonly<Record<string, string>> = {
  'company-list': 'company',
  batch: 'batch',
  bulk: 'bulk',
  crowd: 'crowd',
  dispatch: 'dispatch',
  query: 'query',
  reoptimize: 'optimization',
  report: 'reporting',
  scim: 'scim',
  service: 'service',
  user: 'user',
}

/** The name of the interface that the documents give this operation, such as `crowd` of `crowd-address-get`. */
export const interfaceOf = (operation: string): string => {
  if (operation.endsWith('/bulk')) return 'bulk'
  const start = Object.keys(interfaces).find((name) => operation === name || operation.startsWith(`${name}-`))
  return start === undefined ? 'data' : interfaces[start]!
}
