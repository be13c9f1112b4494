import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import { storeMeant } from '../variants/store-meant.ts'
import { askedOf, isWell, jsonIn, passing, withJson, type Json } from './passing.ts'
import { isPost } from './serving.ts'

const posted = perHouse(() => ({ id: undefined as string | undefined }))

/** Faults that checks passed over, as a second round of readers found. */
export const roundTwoFaults: readonly Fault[] = [
  passing(
    'refused-duplicate-written-into-its-holder',
    ['A-REC-17'],
    'A POST that is refused for the external id of a record other than a service call leaves its texts in that record.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const response = await go(request)
      const sent = isPost(asked) && asked.resource !== 'ServiceCall' && !isWell(response) ? jsonIn(request) : undefined
      const store = sent && typeof sent['externalId'] === 'string' ? storeMeant(request, house) : undefined
      const holder = store
        ?.table(asked.resource ?? '')
        .all()
        .find(({ externalId }) => externalId === sent?.['externalId'])
      if (holder)
        store?.transaction((transaction) =>
          transaction.put(asked.resource ?? '', { ...holder, fields: { ...holder.fields, ...textsIn(sent ?? {}) } }),
        )
      return response
    },
  ),
  passing(
    'post-tells-the-id-of-the-record-before',
    ['A-DAT-03', 'A-DAT-31'],
    'POST answers with an id alone: that of the record made before.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const response = await go(request)
      const id = isPost(asked) && isWell(response) ? jsonIn(request)?.['id'] : undefined
      if (typeof id !== 'string') return response
      const told = posted(house).id ?? id.split('').reverse().join('')
      posted(house).id = id
      return json(response.status, { id: told })
    },
  ),
  {
    ...passing(
      'count-ends-at-100-beside-the-true-number',
      ['A-EXP-03'],
      'A count ends at 100; the answer tells beside its data how many records were looked at.',
      async (request, go) => {
        const response = await go(request)
        const isCounted = askedOf(request).query.getAll('expand').join().includes('count(')
        return isCounted && isWell(response)
          ? withJson(response, (body) => ({ ...(body as Json), lookedAt: 101 }))
          : response
      },
    ),
    rule: { expand: { count: (found) => Math.min(found.length, 100) } },
  },
]

/** What a body names a record by. */
const textsIn = (sent: Json): Json =>
  Object.fromEntries(
    Object.entries(sent).filter(
      ([name, value]) => typeof value === 'string' && /^(?:name|subject|lastName)$/.test(name),
    ),
  )
