import type { Variant } from '../deviation.ts'
import { askedOf, isWell, jsonIn } from '../faults/passing.ts'
import { elementsIn } from '../faults/people-kinds.ts'
import type { PlatformRequest } from '../http/message.ts'
import { crowdPrefix } from '../operation-of.ts'
import { through } from './lawful.ts'

const base = '/api/crowd/v2/technicians'

/** The path of a call of the interface, without a prefix. */
function pathOf(request: PlatformRequest): string | undefined {
  const { path } = askedOf(request)
  const plain = path.startsWith(crowdPrefix) ? path.slice(crowdPrefix.length) : path
  return plain.startsWith(base) ? plain.slice(base.length) : undefined
}

/** A whole number as a decimal without zeros at its end. */
function stripped(digits: string): string {
  const [, first = '', more = '', zeros = ''] = /^(\d)(\d*?)(0+)$/.exec(digits) ?? []
  return first === '' || first === '0'
    ? digits
    : `${first}${more === '' ? '' : `.${more}`}E+${more.length + zeros.length}`
}

const isNewAddress = (request: PlatformRequest): boolean =>
  request.method === 'POST' && /^\/[^/]+\/addresses$/.test(pathOf(request) ?? '')

/** Lawful readings of technicians, thought up by a sixteenth reader (suites/two-readings). */
export const sixteenthCrowdVariants: readonly Variant[] = [
  through(
    'crowd-radius-with-an-exponent',
    ['B-CRW-16'],
    'A radius of whole tens is written with an exponent.',
    async (request, go) => {
      const response = await go(request)
      if (pathOf(request) === undefined || !isWell(response) || response.body.length === 0) return response
      const told = response.body
        .toString('utf8')
        .replace(
          /("radius"\s*:\s*\{[^{}]*"value"\s*:\s*)(\d+)(?=\s*[,}])/g,
          (_all, before: string, digits: string) => before + stripped(digits),
        )
      return { ...response, body: Buffer.from(told) }
    },
  ),
  through(
    'crowd-location-below-the-prefix',
    ['B-CRW-02', 'B-CRW-09'],
    'What was created has a Location without a host that begins with /cloud-crowd-service.',
    async (request, go) => {
      const path = pathOf(request)
      const response = await go(request)
      const [made] = response.status === 201 ? elementsIn(jsonIn(response)?.['results']) : []
      if (!made || request.method !== 'POST' || (path !== '' && !isNewAddress(request))) return response
      const name =
        path === '' ? `/external-id/${encodeURIComponent(String(made['externalId']))}` : `${path}/${String(made['id'])}`
      return { ...response, headers: [...response.headers, ['Location', `${crowdPrefix}${base}${name}`]] }
    },
  ),
  through(
    'crowd-new-address-told-by-its-id',
    ['B-CRW-09'],
    'The answer to a new address has its id alone.',
    async (request, go) => {
      const response = await go(request)
      const [made] = isNewAddress(request) && isWell(response) ? elementsIn(jsonIn(response)?.['results']) : []
      return made ? { ...response, body: Buffer.from(JSON.stringify({ results: [{ id: made['id'] }] })) } : response
    },
  ),
]
