import { refusal } from '../data/refusal.ts'
import type { Variant } from '../deviation.ts'
import { askedOf, isWell, jsonIn, withJson, eachRecord, type Json } from '../faults/passing.ts'
import { isPost, isUpdate, now, nowServed, serving, withSent } from '../faults/serving.ts'
import { json } from '../http/answers.ts'
import { deletedRules } from '../rulebook/deleted.ts'
import { recordRules } from '../rulebook/record.ts'
import { lawful, through } from './lawful.ts'

const twoMinutes = 120_000
const unchanged = new WeakSet<object>()
/** What a PUT that does not send it leaves or makes so. */
const fillsItself = (name: string, value: unknown): boolean =>
  value === null || value === false || ['createDateTime', 'syncStatus', 'externalId'].includes(name)
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Notes that the request which is served changes no value. */
function noted(stored: Json, sent: Json, isWhole: boolean): void {
  const at = nowServed()
  const kept = Object.entries(sent).every(([name, value]) => same(stored[name], value))
  const left = Object.entries(stored).every(([name, value]) => name in sent || fillsItself(name, value))
  if (at && kept && (left || !isWhole)) unchanged.add(at.asked)
}
const writesNothing = (): boolean => {
  const at = nowServed()
  return at !== undefined && unchanged.has(at.asked)
}

/** Lawful other readings of records and their writes that a fifth reader of the document thought up. */
export const fifthRecordVariants: readonly Variant[] = [
  through(
    'post-answers-id-and-last-changed',
    ['A-DAT-04', 'A-DAT-31'],
    'A successful POST is answered with the id and lastChanged of the record and nothing else of it.',
    async (request, go) => {
      const response = await go(request)
      return isPost(askedOf(request)) && isWell(response)
        ? withJson(response, (body) => eachRecord(body, ({ id, lastChanged }) => ({ id, lastChanged })))
        : response
    },
  ),
  through(
    'delete-answers-with-the-record',
    ['A-DAT-10', 'A-DAT-16'],
    'DELETE is answered with the record that it deleted.',
    async (request, go) => {
      const asked = askedOf(request)
      const named = asked.method === 'DELETE' && (asked.by === 'id' || asked.by === 'externalId')
      const read = named ? await go({ ...request, method: 'GET', body: Buffer.alloc(0) }) : undefined
      const response = await go(request)
      return read && isWell(read) && isWell(response) ? { ...read, status: response.status } : response
    },
  ),
  lawful(
    ['A-DAT-10'],
    serving(
      'delete-missing-forced-200',
      ['A-DAT-10'],
      'A forced DELETE of a missing record is answered with 200, any other with 404.',
      {
        rule: {
          data: {
            missing: (step) =>
              step.operation === 'delete' && nowServed()?.asked.query.get('forceDelete') === 'true'
                ? { status: 200 }
                : recordRules.data.missing(step),
          },
        },
      },
    ),
  ),
  through(
    'unversioned-update-conflicts',
    ['A-DAT-28'],
    'An update without lastChanged and without forceUpdate is refused with 409 and CA-27.',
    async (request, go) => {
      const asked = askedOf(request)
      const response = await go(request)
      const sent = isUpdate(asked) && response.status === 400 ? jsonIn(request) : undefined
      if (!sent || typeof sent['lastChanged'] === 'number' || asked.query.get('forceUpdate') === 'true') return response
      const stored = await now(request, go)
      return stored && response.body.includes('lastChanged is missing')
        ? json(409, {
            error: 'CA-27',
            message: 'resource concurrent modification detected',
            values: [stored['lastChanged']],
          })
        : response
    },
  ),
  {
    id: 'lock-message-as-sentence-with-more',
    leaves: ['A-DAT-19', 'A-DAT-20'],
    says: 'The message of CA-27 is a sentence with a placeholder after it; its body has an id and a time besides.',
    rule: {
      lock: {
        message: () => 'Resource concurrent modification detected. {0}',
        values: (stored) => [String(stored)],
        more: (stored) => ({ id: 'F0E1', timestamp: stored, children: null }),
      },
    },
  },
  lawful(
    ['A-REC-04', 'A-REC-05'],
    serving(
      'same-values-written-are-no-write',
      ['A-REC-04'],
      'A PATCH or PUT of the values that are stored writes nothing.',
      {
        rule: {
          data: {
            patched: (stored, sent, step) => {
              noted(stored, sent, false)
              return recordRules.data.patched(stored, sent, step)
            },
            replaced: (stored, sent, step) => {
              noted(stored, sent, true)
              return recordRules.data.replaced(stored, sent, step)
            },
          },
          record: {
            lastChanged: (start, former, step) =>
              former !== undefined && writesNothing() ? former : recordRules.record.lastChanged(start, former, step),
            lastChangedBy: (writer, former, step) =>
              former !== undefined && writesNothing() ? former : recordRules.record.lastChangedBy(writer, former, step),
          },
        },
      },
    ),
  ),
  {
    id: 'clock-two-minutes-behind',
    leaves: ['A-REC-04'],
    says: 'The clock of the service is two minutes behind that of everybody else.',
    rule: {
      record: { lastChanged: (start) => start - twoMinutes },
      deleted: { time: (at) => deletedRules.deleted.time(at) - twoMinutes },
    },
    wire: {
      response: (response, _request, at) => ({
        ...response,
        headers: [...response.headers, ['Date', new Date(at - twoMinutes).toUTCString()] as const],
      }),
    },
    excludes: ['date-header-two-hours-behind'],
  },
  through(
    'unknown-members-refused',
    ['A-REC-13', 'A-DAT-36'],
    'A body with a field that the resource does not have is refused; one that lacks a required field is CA-4.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const fields = house.world.resources.get(asked.resource ?? '')?.fields
      const sent = fields && (isPost(asked) || isUpdate(asked)) ? jsonIn(request) : undefined
      const common = ['id', 'externalId', 'lastChanged', 'lastChangedBy']
      const unknown = Object.keys(sent ?? {}).find((name) => !common.includes(name) && !(name in (fields ?? {})))
      if (unknown !== undefined)
        return json(400, { error: 'CA-400', message: `no field ${unknown}`, values: [unknown] })
      const response = await go(request)
      return sent && response.status === 400 && response.body.includes('is required')
        ? withJson(response, (body) => ({ ...body, error: 'CA-4' }))
        : response
    },
  ),
  through(
    'older-version-overlooks-external-id',
    ['A-REC-06', 'A-PAR-03'],
    'A DTO version without externalId overlooks one that is sent.',
    (request, go, { house }) => {
      const asked = askedOf(request)
      const versions = house.world.resources.get(asked.resource ?? '')?.versions
      const [, version = ''] = new RegExp(`(?:^|;)${asked.resource}\\.(\\d+)`).exec(asked.query.get('dtos') ?? '') ?? []
      const sent = isPost(asked) || isUpdate(asked) ? jsonIn(request) : undefined
      if (!sent || !versions || (versions[Number(version)] ?? 9) >= 9) return go(request)
      const { externalId: _, ...rest } = sent
      return go(withSent(request, rest))
    },
  ),
  {
    id: 'missing-reference-404',
    leaves: ['A-DAT-27'],
    says: 'A reference to a missing record is refused with 404.',
    rule: { references: { refusal: (message) => refusal(404, 'CA-404', message) } },
  },
  through(
    'attachment-update-405',
    ['A-ATT-05', 'A-ATT-09', 'A-ATT-10'],
    'PUT and PATCH of an attachment are answered with 405 and what is allowed.',
    async (request, go) => {
      const asked = askedOf(request)
      const response = await go(request)
      return asked.resource === 'Attachment' && isUpdate(asked) && response.status === 400
        ? { ...response, status: 405, headers: [...response.headers, ['Allow', 'GET, DELETE'] as const] }
        : response
    },
  ),
  through('request-id-in-answers', ['A-AUT-08'], 'Every answer repeats the request id.', async (request, go) => {
    const given =
      request.headers.find(([name]) => /^x-request-id$/i.test(name))?.[1] ?? askedOf(request).query.get('requestId')
    const response = await go(request)
    return given ? { ...response, headers: [...response.headers, ['X-Request-ID', given] as const] } : response
  }),
]
