import type { Variant } from '../deviation.ts'
import { askedOf, eachRecord, isWell, withJson } from '../faults/passing.ts'
import { json } from '../http/answers.ts'
import { through } from './lawful.ts'
import { sieving } from './sieve.ts'

/** More lawful servers of whom the second round of readers thought. */
export const roundTwoMoreVariants: readonly Variant[] = [
  sieving(
    'codes-stay',
    ['A-DAT-18', 'A-REC-13'],
    'A record keeps its code: an update that sends another one is refused with 422.',
    async ({ asked, sent, stored }) => {
      if (asked.by === 'list' || typeof sent['code'] !== 'string') return undefined
      const code = (await stored())?.['code']
      return typeof code === 'string' && code !== sent['code']
        ? json(422, { error: 'CA-63', message: 'Code {0} cannot be changed', values: [code] })
        : undefined
    },
  ),
  through(
    'remarks-never-null',
    ['A-DAT-09', 'A-REC-13'],
    'A service call without remarks shows the empty text there, whether it never had any or they were removed.',
    async (request, go) => {
      const response = await go(request)
      return askedOf(request).resource === 'ServiceCall' && isWell(response)
        ? withJson(response, (body) =>
            eachRecord(body, (record) => (record['remarks'] === null ? { ...record, remarks: '' } : record)),
          )
        : response
    },
  ),
]
