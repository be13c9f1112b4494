import { randomUUID } from 'node:crypto'
import type { Variant } from '../deviation.ts'
import { askedOf, isWell, jsonIn, type Json } from '../faults/passing.ts'
import { isPost } from '../faults/serving.ts'
import { plainId } from '../store/record.ts'
import { json } from '../http/answers.ts'
import { through } from './lawful.ts'
import { sieving } from './sieve.ts'
import { storeMeant } from './store-meant.ts'

/** A definition of user-defined values that has a default. */
const classMeta = 'C0DE0000000040008000000000000002'
const refusal = (status: number, error: string, message: string, value: unknown) =>
  json(status, { error, message, values: [value] })

/** Lawful servers as whole products are set up, of which a second round of readers thought. */
export const roundTwoVariants: readonly Variant[] = [
  {
    ...through(
      'service-calls-begin-with-an-activity',
      ['A-EXP-03', 'A-REC-13'],
      'Beside each service call that a POST creates the service makes an activity of it.',
      async (request, go, { house }) => {
        const asked = askedOf(request)
        const response = await go(request)
        const sent = asked.resource === 'ServiceCall' && isPost(asked) ? jsonIn(request) : undefined
        const store = sent && isWell(response) ? storeMeant(request, house) : undefined
        const id = plainId(String(sent?.['id'] ?? ''))
        if (
          store
            ?.table('ServiceCall')
            .all()
            .some((record) => plainId(record.id) === id)
        )
          store.transaction((transaction) =>
            transaction.put('Activity', {
              id: randomUUID().replaceAll('-', '').toUpperCase(),
              externalId: null,
              lastChanged: transaction.start,
              lastChangedBy: 'C0DE0000000040008000000000000001',
              createdBy: 'C0DE0000000040008000000000000001',
              fields: { subject: 'to be planned', serviceCall: id },
            }),
          )
        return response
      },
    ),
    excludes: ['what-is-referred-to-is-not-deleted'],
  },
  sieving(
    'calls-without-an-id-told-apart-by-subject',
    ['A-DAT-03', 'A-DAT-18'],
    'A POST of a service call without an id is refused with 409 where another call has its subject.',
    ({ asked, sent, request, way }) => {
      if (asked.resource !== 'ServiceCall' || !isPost(asked) || typeof sent['id'] === 'string') return undefined
      const calls = storeMeant(request, way.house)?.table('ServiceCall').all() ?? []
      return calls.some(({ fields }) => fields['subject'] === sent['subject'])
        ? refusal(409, 'CA-33', 'There is such a service call already: {0}', sent['subject'])
        : undefined
    },
  ),
  sieving(
    'numbers-within-bounds',
    ['A-REC-13', 'A-DAT-18'],
    'The duration of an activity is at most 240 minutes, the price of an item below 10,000: other writes are refused with 422.',
    ({ sent }) => {
      const [field, value] =
        Object.entries({ durationInMinutes: 240, price: 9999.99 })
          .filter(([name, most]) => Number(sent[name] ?? 0) > most)
          .map(([name]) => [name, sent[name]] as const)[0] ?? []
      return field === undefined ? undefined : refusal(422, 'CA-62', `${field} is out of bounds: {0}`, value)
    },
  ),
  {
    id: 'a-user-defined-value-in-front',
    leaves: ['A-REC-13', 'A-DAT-05'],
    says: 'A record with user-defined values shows one more in front of them, of a definition that has a default.',
    rule: {
      values: {
        shown: (value, { kind }) =>
          kind === 'inlined' && Array.isArray(value) && value.some((one: Json | null) => one && 'meta' in one)
            ? [{ meta: classMeta, value: 'B' }, ...(value as readonly Json[])]
            : value,
      },
    },
    excludes: ['udf-values-of-three-definitions-always'],
  },
]
