import { createHash } from 'node:crypto'
import type { Variant } from '../deviation.ts'
import { headerIn, jsonIn, type Json } from '../faults/passing.ts'
import { json } from '../http/answers.ts'
import { readArchive, writeArchive } from '../reporting/archive.ts'
import { plainId, type StoredRecord } from '../store/record.ts'
import { through } from './lawful.ts'
import { isFieldList } from './turned-away.ts'

const listIn = (value: unknown): ReadonlyArray<Readonly<Json>> =>
  Array.isArray(value) ? (value as readonly unknown[]).filter(isFieldList) : []

const isTree = (target: string): boolean => /\/composite-tree\/service-calls(?:\?|$)/.test(target)

/** The parts of a tree that have external ids. */
function partsOf(call: Json): readonly Json[] {
  const inner = (part: Json) => listIn(part['reservedMaterials'])
  return [call, ...inner(call), ...listIn(call['activities']).flatMap((activity) => [activity, ...inner(activity)])]
}

const isWrong = ({ quantity, moved = 0, used = 0, shipped = 0 }: Json): boolean => {
  const numbers = [quantity, moved, used, shipped].map(Number)
  const [all = 0, taken = 0, spent = 0, sent = 0] = numbers
  return (
    numbers.every(Number.isFinite) && (all < 1 || taken < 0 || spent < 0 || taken > all || spent > taken || sent > all)
  )
}

/** Names, sizes and hashes of the files of an archive. */
const manifestOf = (files: ReadonlyMap<string, Buffer>): Buffer =>
  Buffer.from(
    JSON.stringify({
      date: '2026-01-01',
      files: [...files].map(([name, bytes]) => ({
        name,
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      })),
    }),
  )

/** An archive without a comment ends in its length, zero. */
function commented(archive: Buffer, comment: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16LE(comment.length)
  return Buffer.concat([archive.subarray(0, -2), length, Buffer.from(comment)])
}

type Find = (reference: unknown, table: string) => StoredRecord | undefined

const ownerOf = ({ fields }: StoredRecord): string | undefined =>
  typeof fields['businessPartner'] === 'string' ? plainId(fields['businessPartner']) : undefined

/** What of a tree names equipment that is not of its call, or of another business partner than it. */
function strayEquipment(call: Json, find: Find): string | undefined {
  const partner = find(call['businessPartner'], 'BusinessPartner')
  const own = listIn(call['equipments']).flatMap((one) => find(one, 'Equipment') ?? [])
  if (partner && own.some((one) => (ownerOf(one) ?? plainId(partner.id)) !== plainId(partner.id)))
    return 'an equipment belongs to another business partner'
  const isStray = ({ equipment }: Json): boolean => {
    const found = find(equipment, 'Equipment')
    return found !== undefined && !own.some(({ id }) => id === found.id)
  }
  return listIn(call['activities']).some(isStray) ? 'the equipment of an activity is not one of the call' : undefined
}

const emailOf = ({ email }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof email === 'string' && email !== '' ? email.toLowerCase() : undefined

/** Lawful readings of technicians, dispatching and service calls, thought up by an eleventh reader (suites/two-readings). */
export const eleventhFieldVariants: readonly Variant[] = [
  through(
    'crowd-batches-of-five-addresses',
    ['B-CRW-13'],
    'A batch of no address, of more than five, or with an operation id twice is refused with 403.',
    (request, go) => {
      if (request.method !== 'POST' || !/\/addresses\/actions\/batch(?:\?|$)/.test(request.target)) return go(request)
      const requests = listIn(jsonIn(request)?.['requests'])
      const ids = requests.flatMap((one) => [one['operationId'] ?? one['id'] ?? []].flat()).map(String)
      return requests.length === 0 || requests.length > 5 || new Set(ids).size < ids.length
        ? Promise.resolve(json(403, { error: 'forbidden', message: 'no such batch' }))
        : go(request)
    },
  ),
  through(
    'dispatch-batch-names-each-activity-once',
    ['B-DSP-11'],
    'A batch that names an activity twice is refused with 422, and no item is accepted.',
    (request, go) => {
      if (request.method !== 'POST' || !/\/cloud-partner-dispatch-service\/.*\/batch(?:\?|$)/.test(request.target))
        return go(request)
      const ids = listIn(jsonIn(request)?.['items']).map(({ activityId }) => String(activityId).toLowerCase())
      return new Set(ids).size < ids.length
        ? Promise.resolve(json(422, { detail: 'an activity stands twice' }))
        : go(request)
    },
  ),
  through(
    'service-external-ids-stand-once-in-a-tree',
    ['B-SVC-27'],
    'A tree in which an external id stands twice, whatever its parts are, is refused with 409.',
    (request, go) => {
      const call = request.method === 'POST' && isTree(request.target) ? jsonIn(request) : undefined
      const names = call
        ? partsOf(call).flatMap(({ externalId }) => (typeof externalId === 'string' ? externalId : []))
        : []
      return new Set(names).size < names.length
        ? Promise.resolve(json(409, { error: 'CA-147', message: 'externalId stands twice', values: [] }))
        : go(request)
    },
  ),
  through(
    'service-material-arithmetic',
    ['B-SVC-14'],
    'A tree with a material of which more was moved or shipped than there is, or more used than moved, is refused with 422.',
    (request, go) => {
      const call = request.method === 'POST' && isTree(request.target) ? jsonIn(request) : undefined
      const isRefused = call !== undefined && partsOf(call).some((part) => 'quantity' in part && isWrong(part))
      return isRefused
        ? Promise.resolve(json(422, { error: 'CA-60', message: 'quantities do not add up', values: [] }))
        : go(request)
    },
  ),
  {
    id: 'service-equipment-of-activities-is-of-the-call',
    leaves: ['B-SVC-23'],
    says: 'A tree is refused with 403 if an activity has equipment that the call does not name, or the call one of another business partner.',
    rule: { service: { objects: (call, _now, find) => strayEquipment(call, find), objectionStatus: () => 403 } },
  },
  {
    id: 'crowd-one-technician-per-email',
    leaves: ['B-CRW-03'],
    says: 'A technician with the e-mail of another one of the company is refused with 403.',
    rule: {
      crowd: {
        objects: (_does, sent, before, there) =>
          [...there.values()].some(
            ({ fields }) => fields !== before && emailOf(sent) !== undefined && emailOf(fields) === emailOf(sent),
          )
            ? 'another technician has this e-mail'
            : undefined,
      },
    },
  },
  through(
    'report-download-with-a-manifest',
    ['B-RPT-14'],
    'The archive of a download starts with a manifest that nobody put there, and has a comment and a name beyond ASCII.',
    async (request, go) => {
      const response = await go(request)
      const isDownload = request.method === 'POST' && /^\/api\/reporting\/v1\/download(?:\?|$)/.test(request.target)
      if (!isDownload || response.status !== 200 || headerIn(response, 'Content-Type') !== 'application/zip')
        return response
      const files = await readArchive(response.body, true)
      if (typeof files === 'string' || files.has('manifest.json')) return response
      return {
        ...response,
        headers: [
          ...response.headers,
          ['Content-Disposition', "attachment; filename*=UTF-8''Vorlage%20%C3%9Cbersicht.zip"],
        ],
        body: commented(await writeArchive(new Map([['manifest.json', manifestOf(files)], ...files])), 'a template'),
      }
    },
  ),
]
