import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { data as strict } from '../rulebook/data.ts'
import {
  askedOf,
  eachRecord,
  isWell,
  jsonIn,
  passing,
  refused,
  rewriting,
  withJson,
  type Asked,
  type Json,
} from './passing.ts'
import { isGet, isUpdate, now, plain, resending, nowServed, serving, withSent } from './serving.ts'

const isPut = (asked: Asked) => isUpdate(asked) && asked.method === 'PUT'
const isPatch = (asked: Asked) => isUpdate(asked) && asked.method === 'PATCH'
const own = ['id', 'lastChanged', 'lastChangedBy']
const values = (record: Json | undefined): string =>
  JSON.stringify(Object.entries(record ?? {}).filter(([name]) => !own.includes(name)))
const isTime = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
const cutTime = (time: string): boolean =>
  time < '1970' || /-(?:03-(?:2[5-9]|3[01])T01|10-(?:2[5-9]|3[01])T00|03-(?:[89]|1[0-4])T10):/.test(time)
const seen = perHouse(() => new Map<string, Json>())

const unchanging = (method: 'PUT' | 'PATCH', id: string, says: string, empty: boolean): Fault =>
  passing(id, method === 'PUT' ? ['A-DAT-05'] : ['A-DAT-07'], says, async (request, go) => {
    const asked = askedOf(request)
    if (!isUpdate(asked) || asked.method !== method) return go(request)
    const before = values(await now(request, go))
    const response = await go(request)
    if (!isWell(response) || values(await now(request, go)) !== before) return response
    return { ...response, status: 200, ...(empty ? { body: Buffer.alloc(0) } : {}) }
  })

/** Quiet breaches of A-DAT-05..12: PUT, PATCH, DELETE, and POST on what is stored. */
export const readingsDataWriteFaults: readonly Fault[] = [
  serving('put-keeps-external-id', ['A-DAT-05'], 'PUT by id keeps an external id that is not sent.', {
    rule: {
      data: {
        replaced: (stored, sent, step) =>
          strict.replaced(stored, step.by === 'id' ? { externalId: stored['externalId'], ...sent } : sent, step),
      },
    },
  }),
  rewriting(
    'put-merges-in-batch',
    ['A-DAT-05', 'A-BAT-03'],
    'A PUT in a batch changes only what it sends.',
    (asked, { inBatch }) => inBatch && isPut(asked),
    (request) => ({ ...request, method: 'PATCH' }),
  ),
  passing(
    'put-answer-replaced-store-merged',
    ['A-DAT-05'],
    'The answer to a PUT shows the replaced record, but what was not sent is kept.',
    async (request, go) => {
      const sent = isPut(askedOf(request)) ? jsonIn(request) : undefined
      const response = await go(sent ? { ...request, method: 'PATCH' } : request)
      return sent && isWell(response)
        ? withJson(response, (body) =>
            eachRecord(body, (record) =>
              Object.fromEntries(
                Object.entries(record).map(([name, value]) => [
                  name,
                  own.includes(name) || name === 'externalId' || name in sent ? value : null,
                ]),
              ),
            ),
          )
        : response
    },
  ),
  unchanging('PUT', 'put-200-on-noop', 'A PUT of what is stored is answered with 200 and no body.', true),
  serving('put-create-other-id', ['A-DAT-06'], 'PUT creates a record with an external id under another id.', {
    rule: {
      data: {
        upsertId: (addressed, generated) =>
          nowServed()?.asked.method === 'PUT' && nowServed()?.sent['externalId'] !== undefined
            ? generated
            : strict.upsertId(addressed, generated),
      },
    },
  }),
  {
    id: 'patch-resets-unsent-boolean',
    breaks: ['A-DAT-07'],
    says: 'PATCH sets flags that are not sent to false.',
    rule: {
      data: {
        patched: (stored, sent) => ({
          ...Object.fromEntries(
            Object.entries(stored).map(([name, value]) => [name, typeof value === 'boolean' ? false : value]),
          ),
          ...sent,
        }),
      },
    },
  },
  resending(
    'patch-old-dto-drops',
    ['A-DAT-07'],
    'PATCH in a version below base 9 removes the external id.',
    (asked) => isPatch(asked) && asked.by === 'id' && /ServiceCall\.20/.test(asked.query.get('dtos') ?? ''),
    (sent) => ({ ...sent, externalId: null }),
  ),
  passing(
    'patch-answer-merged-locally',
    ['A-DAT-07'],
    'The answer to a PATCH shows what the caller saw last, with what was sent.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const response = await go(request)
      if (!isWell(response) || !(isGet(asked) || isUpdate(asked))) return response
      const token = request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? ''
      const sent = jsonIn(request) ?? {}
      return withJson(response, (body) =>
        eachRecord(body, (record) => {
          const key = `${token} ${plain(record['id'])}`
          const known = isPatch(asked) ? seen(house).get(key) : undefined
          const told = Object.fromEntries(
            Object.entries(record).map(([name, value]) => [
              name,
              known && name in known && !own.includes(name) && !(name in sent) ? known[name] : value,
            ]),
          )
          seen(house).set(key, told)
          return told
        }),
      )
    },
  ),
  resending(
    'patch-long-text-noop',
    ['A-DAT-07'],
    'PATCH overlooks texts of more than 2,000 characters.',
    isPatch,
    (sent) =>
      Object.fromEntries(
        Object.entries(sent).filter(([, value]) => !(typeof value === 'string' && value.length > 2000)),
      ),
  ),
  unchanging('PATCH', 'patch-200-when-unchanged', 'A PATCH that changes nothing is answered with 200.', false),
  {
    id: 'patch-touch-datetime-zone',
    breaks: ['A-DAT-07'],
    says: 'PATCH moves date-times that are not sent by an hour where the local clock is changed, and before 1970.',
    rule: {
      data: {
        patched: (stored, sent) => ({
          ...Object.fromEntries(
            Object.entries(stored).map(([name, value]) => [
              name,
              isTime(value) && cutTime(value)
                ? new Date(Date.parse(value) + 3_600_000).toISOString().replace('.000Z', 'Z')
                : value,
            ]),
          ),
          ...sent,
        }),
      },
    },
  },
  {
    id: 'patch-create-ghost',
    breaks: ['A-DAT-08'],
    says: 'A PATCH that creates is answered with the record, but stores nothing.',
    rule: { data: { persists: ({ operation, creates }) => !(operation === 'patch' && creates) } },
  },
  passing(
    'patch-create-null-kept',
    ['A-DAT-08', 'A-DAT-09'],
    'A PATCH that creates stores null as a text.',
    async (request, go) => {
      const sent = isPatch(askedOf(request)) ? jsonIn(request) : undefined
      if (!sent || (await now(request, go))) return go(request)
      const texts = ['subject', 'remarks', 'name', 'resolution']
      return go(
        withSent(
          request,
          Object.fromEntries(
            Object.entries(sent).map(([name, value]) => [
              name,
              value === null && texts.includes(name) ? 'null' : value,
            ]),
          ),
        ),
      )
    },
  ),
  passing(
    'patch-create-in-batch-404',
    ['A-DAT-08', 'A-BAT-03'],
    'In a transactional batch a PATCH on a missing id is refused.',
    async (request, go, { inBatch }) =>
      inBatch && isPatch(askedOf(request)) && !(await now(request, go)) ? refused(404, 'no such record') : go(request),
  ),
]
