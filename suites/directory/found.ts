import type { Answer } from '../../src/clients/answer.ts'
import { must } from '../../src/kit/must.ts'
import { objectOf } from '../../src/kit/object-of.ts'

/** A found account: 200 and an address. */
export function found(answer: Answer): { name: unknown; cluster: unknown; url: string } {
  must.status(answer, 200)
  const { accountName: name, clusterName: cluster, URL: url } = objectOf(answer)
  must.be('URL', url, 'an absolute URL', answer)
  return { name, cluster, url: url as string }
}

/** Host and path of an address without a slash at the end, so that two spellings of one cluster compare equal. */
export const place = (address: string): string => {
  const { host, pathname } = new URL(address)
  return host + pathname.replace(/\/+$/, '')
}
