import type { Variant } from '../deviation.ts'
import { askedOf } from '../faults/passing.ts'
import { withSent } from '../faults/serving.ts'
import { json } from '../http/answers.ts'
import { through } from './lawful.ts'
import { sieving } from './sieve.ts'
import { objectSent } from './turned-away.ts'

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
    'A service call that is written without remarks has the empty text there, whether it never had any or they were removed.',
    async (request, go) => {
      const { method, resource } = askedOf(request)
      const sent = objectSent(request)
      const writes = resource === 'ServiceCall' && /^(?:POST|PUT|PATCH)$/.test(method) && Object.keys(sent).length > 0
      const lacks = method === 'PATCH' ? sent['remarks'] === null : (sent['remarks'] ?? null) === null
      return go(writes && lacks ? withSent(request, { ...sent, remarks: '' }) : request)
    },
  ),
]
