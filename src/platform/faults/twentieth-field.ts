import type { Fault } from '../deviation.ts'
import { askedOf, isWell, passing, rewriting, withBody, withJson } from './passing.ts'
import { elementsIn } from './people-kinds.ts'
import { resending } from './serving.ts'

const oneAddress = /\/api\/crowd\/v2\/technicians\/[^/]+\/addresses\/(?!actions\/)[^/]+$/
const oneActivity = /\/composite-tree\/service-calls\/[^/]+\/activities\/[^/]+$/

/** Quiet breaches of technicians, dispatching, trees and reports that a twentieth reader thought up (suites/two-readings). */
export const twentiethFieldFaults: readonly Fault[] = [
  resending(
    'crowd-address-put-takes-zip-codes-for-numbers',
    ['B-CRW-28'],
    'A PUT of an address stores a zip code of digits as a number, without the zeros before it.',
    ({ method, path }) => method === 'PUT' && oneAddress.test(path),
    ({ zipCode, ...sent }) => ({
      ...sent,
      ...(zipCode === undefined
        ? {}
        : { zipCode: typeof zipCode === 'string' && /^\d+$/.test(zipCode) ? Number(zipCode) : zipCode }),
    }),
  ),
  passing(
    'crowd-address-read-in-an-object',
    ['B-CRW-24'],
    'An address that is read has an object as its results.',
    async (request, go) => {
      const response = await go(request)
      const { method, path } = askedOf(request)
      return method === 'GET' && oneAddress.test(path) && isWell(response)
        ? withJson(response, (body) => ({ ...body, results: elementsIn(body['results'])[0] }))
        : response
    },
  ),
  {
    id: 'dispatch-batch-of-51-and-no-more',
    breaks: ['B-DSP-18'],
    says: 'A batch takes 51 items, and refuses more.',
    rule: { dispatch: { takesItems: (count) => count >= 1 && count <= 51 } },
  },
  passing(
    'service-activity-read-without-udf-values-of-materials',
    ['B-SVC-31'],
    'An activity that is read by itself shows its reserved materials without udfValues.',
    async (request, go) => {
      const response = await go(request)
      const { method, path } = askedOf(request)
      return method === 'GET' && oneActivity.test(path) && isWell(response)
        ? withJson(response, (tree) => ({
            ...tree,
            reservedMaterials: elementsIn(tree['reservedMaterials']).map((one) => ({ ...one, udfValues: [] })),
          }))
        : response
    },
  ),
  rewriting(
    'report-form-parameters-lost',
    ['B-RPT-13', 'B-RPT-02'],
    'Of form fields none with a dot in its name counts.',
    ({ method, path }) => method === 'POST' && /\/api\/reporting\/v1(?:\/build)?$/.test(path),
    (request) => {
      const isForm = request.headers.some(
        ([name, value]) => /^content-type$/i.test(name) && /^application\/x-www-form-urlencoded/i.test(value),
      )
      const kept = request.body
        .toString('utf8')
        .split('&')
        .filter((pair) => !/^[^=]*(?:\.|%2E)/i.test(pair))
      return isForm ? withBody(request, Buffer.from(kept.join('&'))) : request
    },
  ),
]
