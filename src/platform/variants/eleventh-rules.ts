import type { Variant } from '../deviation.ts'
import type { Json } from '../faults/passing.ts'
import { plain } from '../faults/serving.ts'
import { json } from '../http/answers.ts'
import { recordsOf } from './listed.ts'
import { sieving, type Sifted } from './sieve.ts'

const refused = (error: string, message: string, ...values: readonly unknown[]) => json(422, { error, message, values })

const isOfCalls = ({ asked }: Sifted): boolean => asked.resource === 'ServiceCall'
const idIn = (reference: unknown): unknown =>
  typeof reference === 'object' && reference !== null
    ? ((reference as Json)['id'] ?? (reference as Json)['externalId'])
    : reference

/** The fields as they are after the write. */
const afterwards = async ({ asked, sent, stored }: Sifted): Promise<Json> =>
  asked.method === 'PATCH' ? { ...(await stored()), ...sent } : sent

const unset = (value: unknown): boolean => value === null || value === undefined || value === ''

const references: Readonly<Record<string, string>> = {
  businessPartner: 'BusinessPartner',
  leader: 'Person',
  technicians: 'Person',
  responsibles: 'Person',
  equipments: 'Equipment',
}

/** What a write adds to the references of a record: the resource and the id of each. */
function addedIn(sent: Json, before: Json): ReadonlyArray<readonly [resource: string, id: string]> {
  return Object.entries(references).flatMap(([field, resource]) => {
    const had = new Set([before[field]].flat().map((one) => plain(idIn(one))))
    return [sent[field]]
      .flat()
      .map(idIn)
      .filter((id): id is string => typeof id === 'string' && !had.has(plain(id)))
      .map((id) => [resource, id] as const)
  })
}

const steps = ['-2', 'NEW', 'READY', 'WORK', 'DONE', 'CLOSED']
const stepOf = (code: unknown): number => (unset(code) ? 0 : steps.indexOf(String(code)))

const codes: Readonly<Record<string, readonly string[]>> = {
  priority: ['LOW', 'MEDIUM', 'HIGH'],
  typeCode: ['-1', 'REPAIR', 'VISIT'],
  originCode: ['-3', 'PHONE', 'MAIL'],
  problemTypeCode: ['-4', 'WEAR', 'LEAK'],
  statusCode: ['-2', '-5', 'CLOSED'],
}

const planned = ['startDateTime', 'endDateTime', 'dueDateTime']
const isOnTheQuarter = (value: string): boolean => Date.parse(value) % 900_000 === 0
const fortnightMs = 14 * 86_400_000

/** Further fields that a service call needs. */
function lacking(call: Json): string | undefined {
  if (call['typeCode'] === 'REPAIR' && [call['equipments']].flat().filter(Boolean).length === 0) return 'equipments'
  if (call['typeCode'] === 'VISIT' && unset(call['contact'])) return 'contact'
  return call['priority'] === 'HIGH' && unset(call['dueDateTime']) ? 'dueDateTime' : undefined
}

const signatures: ReadonlyArray<readonly [ending: RegExp, begins: Buffer]> = [
  [/\.png$/i, Buffer.from('89504e47', 'hex')],
  [/\.jpg$/i, Buffer.from('ffd8ff', 'hex')],
  [/\.gif$/i, Buffer.from('GIF8')],
  [/\.pdf$/i, Buffer.from('%PDF')],
  [/\.zip$/i, Buffer.from('PK')],
]
const isUtf8 = (bytes: Buffer): boolean => Buffer.from(bytes.toString('utf8')).equals(bytes)

const rules: readonly Variant[] = [
  sieving(
    'closed-calls-are-frozen',
    ['A-REC-13', 'A-DAT-18'],
    'A service call of status CLOSED takes no update that does not give it another status.',
    async (write) => {
      const was = isOfCalls(write) ? await write.stored() : undefined
      const isReopened = 'statusCode' in write.sent && write.sent['statusCode'] !== 'CLOSED'
      return was?.['statusCode'] === 'CLOSED' && !isReopened
        ? refused('CA-310', 'Record {0} is closed', was['id'])
        : undefined
    },
  ),
  sieving(
    'call-status-one-step-at-a-time',
    ['A-REC-13', 'A-DAT-18'],
    'The status of a service call goes from NEW to READY, WORK, DONE and CLOSED one step at a time; a new call is NEW or has none.',
    async (write) => {
      if (!isOfCalls(write) || !('statusCode' in write.sent)) return undefined
      const [from, to] = [stepOf((await write.stored())?.['statusCode']), stepOf(write.sent['statusCode'])]
      const first = Math.max(from, 1)
      return to === 0 || to === from || (to > 0 && Math.abs(Math.max(to, 1) - first) <= 1)
        ? undefined
        : refused('CA-311', 'No such status now: {0}', write.sent['statusCode'])
    },
  ),
  sieving(
    'equipments-are-of-the-partner',
    ['A-CON-02', 'A-DAT-18'],
    'The equipments of a service call that have a business partner have that of the call.',
    async (write) => {
      if (!isOfCalls(write)) return undefined
      const call = await afterwards(write)
      const partner = idIn(call['businessPartner'])
      if (typeof partner !== 'string') return undefined
      for (const one of [call['equipments']].flat().map(idIn)) {
        if (typeof one !== 'string') continue
        const [equipment] = await recordsOf(write, 'Equipment', `id = "${one}"`)
        const owner = idIn(equipment?.['businessPartner'])
        if (typeof owner === 'string' && plain(owner) !== plain(partner))
          return refused('CA-205', 'Not of the business partner: {0}', one)
      }
      return undefined
    },
  ),
  sieving(
    'inactive-records-take-no-new-references',
    ['A-CON-02', 'A-DAT-18'],
    'A record that is inactive is not referred to anew.',
    async (write) => {
      if (!isOfCalls(write)) return undefined
      for (const [resource, id] of addedIn(write.sent, (await write.stored()) ?? {})) {
        const [found] = await recordsOf(write, resource, `id = "${id}"`)
        if (found?.['inactive'] === true) return refused('CA-206', 'Record {0} is inactive', id)
      }
      return undefined
    },
  ),
  sieving(
    'required-fields-by-type',
    ['A-DAT-36', 'A-DAT-18'],
    'A service call to repair needs equipments, one to visit a contact, one of high priority a due date.',
    async (write) => {
      const field = isOfCalls(write) ? lacking(await afterwards(write)) : undefined
      return field === undefined ? undefined : refused('CA-4', 'Field {0} is required', field)
    },
  ),
  sieving(
    'five-technicians-and-twenty-five-open-calls',
    ['A-REC-13', 'A-DAT-18'],
    'A service call has five technicians and five responsibles, a business partner 25 open service calls at most.',
    async (write) => {
      if (!isOfCalls(write)) return undefined
      const call = await afterwards(write)
      if (['technicians', 'responsibles'].some((field) => [call[field]].flat().length > 5))
        return refused('CA-320', 'No more than {0}', 5)
      const partner = idIn(call['businessPartner'])
      if (typeof partner !== 'string' || call['statusCode'] === 'CLOSED') return undefined
      const open = (await recordsOf(write, 'ServiceCall', `businessPartner = "${partner}"`)).filter(
        ({ id, statusCode }) => statusCode !== 'CLOSED' && plain(id) !== plain(call['id'] ?? write.asked.name),
      )
      return open.length >= 25 ? refused('CA-320', 'No more than {0}', 25) : undefined
    },
  ),
  sieving(
    'planning-times-on-the-quarter-hour',
    ['A-REC-13', 'A-DAT-18'],
    'Start, end and due times of a service call lie on a full quarter of an hour, the end within 14 days of the start.',
    async (write) => {
      if (!isOfCalls(write)) return undefined
      const [odd] = planned.filter((field) => {
        const value = write.sent[field]
        return typeof value === 'string' && !Number.isNaN(Date.parse(value)) && !isOnTheQuarter(value)
      })
      if (odd !== undefined) return refused('CA-77', 'not a planning slot', odd)
      if (!('startDateTime' in write.sent) && !('endDateTime' in write.sent)) return undefined
      const { startDateTime, endDateTime } = await afterwards(write)
      return Date.parse(String(endDateTime)) - Date.parse(String(startDateTime)) > fortnightMs
        ? refused('CA-77', 'not a planning slot', 'endDateTime')
        : undefined
    },
  ),
  sieving(
    'codes-from-closed-lists',
    ['A-REC-13', 'A-DAT-18'],
    'Priority, type, origin, problem and status of a service call are of a list each; any other value is refused.',
    (write) => {
      if (!isOfCalls(write)) return undefined
      const [odd] = Object.entries(codes).filter(
        ([field, known]) => !unset(write.sent[field]) && !known.includes(String(write.sent[field])),
      )
      return odd ? refused('CA-52', 'Not of the list: {0}', ...odd[1]) : undefined
    },
  ),
  sieving(
    'attachments-are-what-their-names-say',
    ['A-ATT-01', 'A-DAT-18'],
    'An attachment named as an image, a PDF or an archive begins as one, one named as text is UTF-8; an object has five at most.',
    async (write) => {
      const { asked, sent } = write
      if (asked.resource !== 'Attachment' || asked.method !== 'POST') return undefined
      const name = String(sent['fileName'] ?? '')
      const bytes = Buffer.from(String(sent['fileContent'] ?? ''), 'base64')
      const [, begins] = signatures.find(([ending]) => ending.test(name)) ?? []
      if (begins && !bytes.subarray(0, begins.length).equals(begins)) return refused('CA-331', 'Not a file of its kind')
      if (/\.(?:txt|csv)$/i.test(name) && (bytes.includes(0) || !isUtf8(bytes))) return refused('CA-331', 'Not a text')
      if (bytes.includes('EICAR-STANDARD-ANTIVIRUS-TEST-FILE')) return refused('CA-332', 'Refused')
      const object = idIn({ id: (sent['object'] as Json | undefined)?.['objectId'] })
      if (typeof object !== 'string') return undefined
      const there = await recordsOf(write, 'Attachment', `object.objectId = "${object}"`)
      return there.length >= 5 ? refused('CA-330', 'No more than {0}', 5) : undefined
    },
  ),
]

/** Lawful other rules of business for records, which an eleventh reader of the document thought up (suites/two-readings). */
export const eleventhRuleVariants: readonly Variant[] = rules.map((rule) => ({
  ...rule,
  // What it reads before a write counts there as a call.
  excludes: ['every-25th-call-429'],
}))
