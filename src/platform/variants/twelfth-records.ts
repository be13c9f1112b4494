import type { Variant } from '../deviation.ts'
import { batchMemory, askedOf, isBatch, isWell, type Json } from '../faults/passing.ts'
import { isWrite, plain } from '../faults/serving.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PartWay } from '../seams/passage.ts'
import { isGuid } from '../data/body.ts'
import { allStores } from '../data/stores.ts'
import { recordsOf } from './listed.ts'
import { sieving, textsOf, type Sifted } from './sieve.ts'

const latest = perHouse(() => ({ write: 0 }))
const begun = batchMemory(() => ({ at: 0 }))
/** The moment of a batch: a millisecond after the last write if that was in the same one. */
function momentOf(way: PartWay): number {
  const moment = begun(way)
  moment.at ||= Math.max(way.house.clock.now(), latest(way.house).write + 1)
  return moment.at
}

const idIn = (reference: unknown): unknown =>
  typeof reference === 'object' && reference !== null
    ? ((reference as Json)['id'] ?? (reference as Json)['externalId'])
    : reference

const planned = ['technicians', 'startDateTime', 'endDateTime']
const spanOf = (call: Json): readonly [from: number, to: number] => [
  Date.parse(String(call['startDateTime'])),
  Date.parse(String(call['endDateTime'])),
]

async function techniciansOf(write: Sifted, call: Json): Promise<readonly string[]> {
  const names = [call['technicians']].flat().map(idIn)
  const ids: string[] = []
  for (const name of names) {
    if (typeof name !== 'string') continue
    const [found] = isGuid(name) ? [] : await recordsOf(write, 'Person', `externalId = "${name}"`)
    ids.push(String(found?.['id'] ?? name))
  }
  return ids.filter(isGuid)
}

/** A technician of the call who stands in another one at that time. */
async function bookedTwice(write: Sifted): Promise<string | undefined> {
  if (write.asked.resource !== 'ServiceCall' || !planned.some((field) => field in write.sent)) return undefined
  const before = await write.stored()
  const call = write.asked.method === 'PATCH' ? { ...before, ...write.sent } : write.sent
  const [from, to] = spanOf(call)
  if (Number.isNaN(from) || Number.isNaN(to)) return undefined
  for (const technician of await techniciansOf(write, call)) {
    const others = await recordsOf(write, 'ServiceCall', `CONTAINS(technicians, "${technician}")`)
    const own = plain(before?.['id'] ?? call['id'] ?? write.asked.name)
    const isBusy = others.some((other) => {
      const [start, end] = spanOf(other)
      return plain(other['id']) !== own && start < to && from < end
    })
    if (isBusy) return technician
  }
  return undefined
}

const text = /^(?:subject|remarks|resolution|description|name|.*Name|.*Description)$/
const isActive = (value: string): boolean => /<[A-Za-z/!]|javascript:|['"]\s*-- |^[=+@]/i.test(value)

async function oddUdfValue(write: Sifted): Promise<unknown> {
  const { asked, sent, way } = write
  const all = sent['udfValues']
  if (!Array.isArray(all) || all.length === 0) return undefined
  if (asked.resource !== 'ServiceCall') return asked.resource
  const metas = all.map((one) => idIn((one as Json | null)?.['meta']))
  // The read opens the store of the company; what a list shows may be late.
  await recordsOf(write, 'UdfMeta', 'objectType = "SERVICECALL"')
  const known = [...allStores(way.house).values()].flatMap((store) => store.table('UdfMeta').all().slice(0, 3))
  const [odd] = metas.filter(
    (meta, at) =>
      metas.indexOf(meta) !== at ||
      !known.some(({ id, externalId }) => plain(id) === plain(meta) || externalId === meta) ||
      String((all[at] as Json)['value'] ?? '').length > 100,
  )
  return odd
}

const rules: readonly Variant[] = [
  sieving(
    'technician-is-booked-once',
    ['A-DAT-18'],
    'A technician stands in no two service calls whose times overlap: a write that says so is refused with 409.',
    async (write) => {
      const technician = await bookedTwice(write)
      return technician === undefined
        ? undefined
        : json(409, { error: 'CA-212', message: 'technician already booked', values: [technician] })
    },
  ),
  sieving(
    'udf-values-of-known-definitions-only',
    ['A-DAT-27', 'A-DAT-18'],
    'User-defined values are of the three definitions for service calls, one of each, with 100 signs at most.',
    async (write) => {
      const odd = await oddUdfValue(write)
      return odd === undefined ? undefined : json(422, { error: 'CA-61', message: 'No such definition', values: [odd] })
    },
  ),
  sieving(
    'markup-in-texts-refused',
    ['A-DAT-18'],
    'A text with a tag, the word javascript: or a comment after a quote, or that begins like a formula, is refused with 422.',
    ({ sent }) => {
      const [odd] = textsOf(sent).filter(([field, value]) => text.test(field) && isActive(value))
      return odd && json(422, { error: 'CA-91', message: 'active content', values: [odd[0]] })
    },
  ),
]

/** Lawful other rules for records that a twelfth reader of the document thought up (suites/two-readings). */
export const twelfthRecordVariants: readonly Variant[] = [
  // What they read before a write counts there as a call.
  ...rules.map((rule) => ({ ...rule, excludes: ['every-25th-call-429'] })),
  {
    id: 'parts-without-transaction-share-the-moment',
    leaves: ['A-REC-04', 'A-BAT-09'],
    says: 'All that a batch that is not transactional writes carries the time at which the batch began as lastChanged.',
    seam: {
      passage: {
        through: async (request, go, { house, inBatch }) => {
          const response = await go(request)
          const asked = askedOf(request)
          if (!inBatch && isWell(response) && (isWrite(asked) || isBatch(asked)))
            latest(house).write = Math.max(latest(house).write, house.clock.now())
          return response
        },
        part: (request, go, way) =>
          way.transactional ? go(request) : go(request, { start: momentOf(way), add: () => undefined }),
      },
    },
  },
  {
    id: 'one-dto-version-of-each-resource',
    leaves: ['A-REC-16', 'A-PAR-01'],
    says: 'Each resource has one DTO version: any other one is refused with 404.',
    rule: { dtos: { serves: (version, newest) => version === newest, unknownStatus: () => 404 } },
  },
]
