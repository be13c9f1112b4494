import { catalogue } from '../data/catalogue.ts'
import type { Variant } from '../deviation.ts'
import { askedOf, isBatch, isWell, jsonIn, withJson, type Asked, type Json } from '../faults/passing.ts'
import { isPost, isUpdate, isWrite } from '../faults/serving.ts'
import { issuedIn } from '../faults/token-calls.ts'
import { perHouse, type House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { through } from './lawful.ts'
import { storeMeant } from './store-meant.ts'

const refusing = (status: number, error: string, message: string): PlatformResponse =>
  json(status, { error, message, values: [] })

/** The fields of the record that a path names, as they are stored. */
const storedAt = (request: PlatformRequest, house: House): Json | undefined => {
  const { resource, by, name = '' } = askedOf(request)
  const table = storeMeant(request, house)?.table(resource ?? '')
  const record = by === 'id' ? table?.byId(name) : by === 'externalId' ? table?.byExternalId(name) : undefined
  return record && { ...record.fields, externalId: record.externalId, lastChanged: record.lastChanged }
}

const isSet = (value: unknown): boolean => (value ?? null) !== null

interface Written {
  readonly asked: Asked
  readonly sent: Json
  readonly before: Json | undefined
  readonly house: House
  readonly request: PlatformRequest
}

/** A rule that is told whatever the lock would say: bodies are judged before the record is. */
const judging = (
  id: string,
  leaves: Variant['leaves'],
  says: string,
  judged: (written: Written) => PlatformResponse | undefined,
): Variant =>
  through(id, leaves, says, async (request, go, { house }) => {
    const asked = askedOf(request)
    const sent = isPost(asked) || isUpdate(asked) ? jsonIn(request) : undefined
    if (!sent || Array.isArray(sent) || !storeMeant(request, house)) return go(request)
    return judged({ asked, sent, before: storedAt(request, house), house, request }) ?? go(request)
  })

const isOlder = (dtos: string | null): boolean =>
  (dtos ?? '').split(';').some((pair) => {
    const [resource = '', version] = pair.split('.')
    const newest = catalogue.get(resource)?.newest
    return newest !== undefined && Number(version) < newest
  })

const spent = perHouse(() => new Map<string, string>())

const mostCharacters = 256 * 1024

/** Lawful servers of records that an auditor of the checks thought up. */
export const auditedDataVariants: readonly Variant[] = [
  judging(
    'set-values-stay-whatever-the-lock',
    ['A-DAT-07', 'A-DAT-18', 'A-DAT-20'],
    'Null for anything but remarks that has a value, and another external id, is refused with 400 before lastChanged is looked at.',
    ({ asked, sent, before }) => {
      if (!before) return undefined
      const removed = Object.keys(sent).find((name) => name !== 'remarks' && sent[name] === null && isSet(before[name]))
      const { externalId } = sent
      const isRenamed = isSet(externalId) && isSet(before['externalId']) && externalId !== before['externalId']
      return asked.method === 'PATCH' && (removed !== undefined || isRenamed)
        ? refusing(400, 'CA-71', `${removed ?? 'externalId'} cannot be changed so`)
        : undefined
    },
  ),
  judging(
    'appointments-end-and-lie-ahead',
    ['A-REC-13', 'A-DAT-18'],
    'A start without an end, or of a new call in the past, is refused with 422.',
    ({ asked, sent, before, house }) => {
      if (asked.resource !== 'ServiceCall' || !isSet(sent['startDateTime'])) return undefined
      const start = Date.parse(String(sent['startDateTime']))
      if (!before && start < house.clock.now()) return refusing(422, 'CA-72', 'a new call does not start in the past')
      const end = 'endDateTime' in sent || asked.method !== 'PATCH' ? sent['endDateTime'] : before?.['endDateTime']
      return isSet(end) ? undefined : refusing(422, 'CA-72', 'an appointment has an end')
    },
  ),
  judging(
    'a-call-has-a-partner',
    ['A-DAT-36'],
    'A service call that is created with null as its business partner is refused with 400.',
    ({ asked, sent }) =>
      isPost(asked) && asked.resource === 'ServiceCall' && sent['businessPartner'] === null
        ? refusing(400, 'CA-73', 'businessPartner is required')
        : undefined,
  ),
  judging(
    'records-of-connectors-keep-an-external-id',
    ['A-REC-06', 'A-REC-07', 'A-DAT-18'],
    'A new service call or partner without an external id is refused with 400, and one that is set is not taken away.',
    ({ asked, sent, before }) => {
      if (asked.resource !== 'ServiceCall' && asked.resource !== 'BusinessPartner') return undefined
      const isWanted = before ? asked.method === 'PUT' || 'externalId' in sent : asked.by !== 'externalId'
      return isWanted && !isSet(sent['externalId']) && (!before || isSet(before['externalId']))
        ? refusing(400, 'CA-74', 'externalId is required')
        : undefined
    },
  ),
  judging(
    'given-up-external-ids-are-spent',
    ['A-REC-07', 'A-DAT-18'],
    'An external id that a record had before it got another one is refused with 409 to any other record.',
    ({ asked, sent, before, house, request }) => {
      const known = spent(house)
      const company = `${issuedIn(house, request)?.account.name} ${asked.query.get('company')} ${asked.resource}`
      const now = before?.['externalId']
      const next = 'externalId' in sent ? sent['externalId'] : asked.by === 'externalId' ? asked.name : now
      const key = (externalId: unknown): string => `${company} ${String(externalId)}`
      if (isSet(next) && next !== now && known.has(key(next)))
        return refusing(409, 'CA-75', 'this external id was given up')
      if (isSet(now) && next !== now) known.set(key(now), String(now))
      return undefined
    },
  ),
  through(
    'older-dto-versions-are-for-reading',
    ['A-GEN-05', 'A-PAR-03'],
    'A write that names an older version of a DTO is refused with 400.',
    (request, go, { house }) => {
      const asked = askedOf(request)
      return isWrite(asked) && isOlder(asked.query.get('dtos')) && storeMeant(request, house)
        ? Promise.resolve(refusing(400, 'CA-76', 'deprecated version, read only'))
        : go(request)
    },
  ),
  judging(
    'large-files-refused-as-bad-requests',
    ['A-ATT-01', 'A-ATT-10'],
    'A file of more than 768 KiB is answered with 400.',
    ({ sent }) =>
      typeof sent['fileContent'] === 'string' && sent['fileContent'].length > 1024 * 1024
        ? refusing(400, 'CA-77', 'the file is too large')
        : undefined,
  ),
  {
    ...through(
      'long-batches-refused-as-bad-requests',
      ['A-BAT-09'],
      'A batch of more than 256 KiB is answered with 400.',
      (request, go) =>
        isBatch(askedOf(request)) && (request.body?.length ?? 0) > mostCharacters
          ? Promise.resolve(refusing(400, 'CA-78', 'the batch is too large'))
          : go(request),
    ),
  },
  judging(
    'file-names-of-plain-characters',
    ['A-ATT-10'],
    'A file name with anything but ASCII letters, digits, blanks, dots, dashes and underscores is refused with 400.',
    ({ asked, sent }) =>
      asked.resource === 'Attachment' && typeof sent['fileName'] === 'string' && !/^[\w .-]*$/.test(sent['fileName'])
        ? refusing(400, 'CA-79', 'the file name has characters that are not taken')
        : undefined,
  ),
  through(
    'records-are-for-users-and-attachments-not-queried',
    ['A-QRY-03', 'A-AUT-13'],
    'A token of a client alone is refused records with 403, in the Data API and in the Query API; a statement about attachments is refused with 400.',
    (request, go, { house }) => {
      const { path, resource } = askedOf(request)
      const isQuery = path.includes('/api/query/')
      const token = issuedIn(house, request)
      if ((isQuery || resource !== undefined) && token?.login === 'client')
        return Promise.resolve(refusing(403, 'CA-80', 'a user is needed'))
      return isQuery && /attachment/i.test(request.body?.toString('utf8') ?? '')
        ? Promise.resolve(refusing(400, 'CA-81', 'this resource is not queried'))
        : go(request)
    },
  ),
  through(
    'posts-answered-with-a-sentence',
    ['A-DAT-04'],
    'A POST is answered with the id of the new record, and with a sentence that holds its subject.',
    async (request, go) => {
      const asked = askedOf(request)
      const sent = isPost(asked) ? jsonIn(request) : undefined
      const response = await go(request)
      if (!sent || !isWell(response)) return response
      return withJson(response, (body) => {
        const [element] = (body['data'] as Json[] | undefined) ?? []
        const record = element && (Object.values(element)[0] as Json)
        return { id: record?.['id'], message: `${asked.resource} "${String(sent['subject'])}" created` }
      })
    },
  ),
]
