import type { Variant } from '../deviation.ts'
import { answering, showing } from '../faults/edits.ts'
import { empty, json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { timeoutMs } from '../dispatch/assignments.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { inTurn, objectSent, turningAway } from './turned-away.ts'
import { headerIn } from '../faults/passing.ts'
import { pagesFromOne } from './pages-from-one.ts'

const { dispatch } = dispatchRules

type Fields = Readonly<Record<string, unknown>>

const isCrowd = ({ target }: PlatformRequest): boolean => target.includes('/api/crowd/v2/technicians')
const isBatch = (path: string): boolean => path.endsWith('/addresses/actions/batch')
const refused = (status: number) => json(status, { type: 'about:blank', title: 'Refused', status })

const whole = (value: unknown): unknown => (/^(?:0|[1-9]\d*)$/.test(String(value)) ? Number(value) : value)
const gone = new Set<string>()

const crowdVariants: readonly Variant[] = [
  {
    id: 'crowd-puts-201',
    leaves: ['B-CRW-05', 'B-CRW-11'],
    says: 'Updates are answered 201, that of an address without a body.',
    excludes: ['crowd-update-201', 'crowd-address-update-without-body'],
    wire: answering(
      ({ method, path }, { status }) =>
        method === 'PUT' && path.includes('/api/crowd/v2/technicians') && status === 200,
      (response, { path }) => (path.includes('/addresses/') ? empty(201) : { ...response, status: 201 }),
    ),
  },
  {
    id: 'crowd-delete-of-nothing-204',
    leaves: ['B-CRW-27'],
    says: 'The deletion of what never was there is answered 204, a second one of what was there 404.',
    excludes: ['crowd-delete-missing-204'],
    wire: {
      response: (response, request) => {
        if (request.method !== 'DELETE' || !isCrowd(request)) return response
        if (response.status === 204) gone.add(request.target)
        return response.status === 404 && !gone.has(request.target) ? empty(204) : response
      },
    },
  },
  {
    id: 'crowd-forms-of-the-samples',
    leaves: ['B-CRW-15'],
    says: 'Digits without a zero before them are integers in addresses; a skill has starteddAt and tagExternalID.',
    rule: {
      crowd: {
        address: (record) => ({ ...record, number: whole(record['number']), zipCode: whole(record['zipCode']) }),
        skill: ({ startedAt, tagExternalId, ...others }) => ({
          ...others,
          starteddAt: startedAt,
          tagExternalID: tagExternalId,
        }),
      },
    },
  },
  {
    id: 'crowd-ids-with-blanks-and-percents',
    leaves: ['B-CRW-04'],
    says: 'External ids have blanks and percent signs.',
    rule: { crowd: { externalId: (generated) => `TEC ${generated.slice(0, 10)}+Q=%41` } },
  },
  {
    id: 'crowd-list-as-it-likes',
    leaves: ['B-CRW-19', 'B-CRW-30'],
    says: 'skllValidityDate needs skillName, which finds parts of a name; pages begin with 1 and hold one technician unless told otherwise, the last changed first.',
    excludes: ['crowd-expiry-needs-skill-name', 'crowd-page-behind-the-last-404'],
    rule: {
      crowd: {
        ...pagesFromOne,
        defaultSize: () => 1,
        hasSkill: (skills, name) => skills.some(({ tagName }) => tagName.toLowerCase().includes(name.toLowerCase())),
        hasExpiry: (skills, day) => skills.some(({ expiredAt }) => String(expiredAt).slice(0, 10) >= day),
        ordered: (rows) => rows.toSorted((one, other) => other.lastChanged - one.lastChanged),
      },
    },
    wire: turningAway(
      (request) =>
        isCrowd(request) && /[?&]skllValidityDate=/.test(request.target) && !/[?&]skillName=/.test(request.target),
      refused(400),
    ),
  },
  {
    id: 'crowd-media-types-demanded',
    leaves: ['B-CRW-30'],
    says: 'A call whose Accept is another is refused with 406, one without a content-type with 415.',
    wire: inTurn(
      turningAway(
        (request) =>
          isCrowd(request) &&
          (headerIn(request, 'Accept') ?? '').replaceAll(' ', '').toLowerCase() !== 'application/json;charset=utf-8',
        refused(406),
      ),
      turningAway((request) => isCrowd(request) && headerIn(request, 'Content-Type') === undefined, refused(415)),
    ),
  },
  {
    id: 'crowd-batch-201-whatever',
    leaves: ['B-CRW-18', 'B-CRW-25'],
    says: 'A batch is answered 201 without a body, also where an operation failed.',
    rule: { crowd: { failedBatchStatus: () => 201 } },
    wire: answering(
      ({ path }, { status }) => isBatch(path) && status === 201,
      () => empty(201),
    ),
  },
]

const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  confirm: ['activityId', 'technicianid'],
  accept: ['activityId', 'technicianid'],
  reject: ['activityId', 'technicianid'],
  batch: ['items'],
}

const hasMore = (request: PlatformRequest): boolean => {
  const name = /\/partner-dispatch\/v1\/(?:accept\/)?(confirm|accept|reject|batch)$/.exec(request.target)?.[1] ?? ''
  const known = fieldsOf[name]
  return known !== undefined && Object.keys(objectSent(request)).some((key) => !known.includes(key))
}

const dispatchVariants: readonly Variant[] = [
  {
    id: 'dispatch-answers-202-three-seconds',
    leaves: ['B-DSP-23'],
    says: 'Actions are answered 202 and show three seconds later; the next one waits for them.',
    rule: {
      dispatch: {
        status: (action) => (action === 'update' ? dispatch.status(action) : 202),
        delay: (action) => (action === 'update' || action === 'batch-accept' ? 0 : 3000),
        waitsForOthers: () => true,
      },
    },
  },
  {
    id: 'dispatch-list-by-id-with-both-parameters',
    leaves: ['B-DSP-17', 'B-DSP-23'],
    says: 'A list needs page, from 1, and partnerDispatchingStatus; it is an object by activity, in which released is a text.',
    excludes: ['dispatch-page-required'],
    rule: {
      dispatch: {
        firstPage: () => 1,
        listed: (results) =>
          Object.fromEntries(
            (results as ReadonlyArray<{ activity: Fields; serviceAssignment: Fields }>).map(
              ({ activity, serviceAssignment: { released, ...assignment } }) => [
                String(activity['id']),
                { activity, serviceAssignment: { ...assignment, released: released === true ? 'TRUE' : 'FALSE' } },
              ],
            ),
          ),
      },
    },
    wire: turningAway(
      ({ method, target }) =>
        method === 'GET' &&
        /\/api\/v1\/assignment-details(?:\?|$)/.test(target) &&
        !(/[?&]page=/.test(target) && /[?&]partnerDispatchingStatus=/.test(target)),
      refused(400),
    ),
  },
  {
    id: 'dispatch-release-refused',
    leaves: ['B-DSP-10'],
    says: 'What was accepted is no longer planned to the partner: a release is refused with 404, lists and updates stay.',
    excludes: ['dispatch-accept-unassigns'],
    rule: {
      dispatch: { actsOn: (action, planned, nth) => action !== 'release' && dispatch.actsOn(action, planned, nth) },
    },
  },
  {
    id: 'dispatch-batch-207-in-reverse',
    leaves: ['B-DSP-11', 'B-DSP-23'],
    says: 'A batch is answered 207, with its items in reverse and null as the error of those that were done.',
    rule: {
      dispatch: {
        batchStatus: () => 207,
        results: (results) => results.toReversed().map((one) => (one.status === 201 ? { ...one, status: 202 } : one)),
      },
    },
    wire: showing(
      ({ path }) => path.endsWith('/accept/batch'),
      (body: { results?: Fields[] }) =>
        body.results ? { ...body, results: body.results.map((one) => ({ error: null, ...one })) } : body,
    ),
  },
  {
    id: 'dispatch-bodies-strict',
    leaves: ['B-DSP-22'],
    says: 'A body with a property that its call does not have is refused.',
    excludes: ['dispatch-either-spelling'],
    wire: turningAway(hasMore, refused(400)),
  },
  {
    id: 'dispatch-time-out-undoes-notify',
    leaves: ['B-DSP-17'],
    says: 'After the time-out accepting and rejecting are refused with 404, and the status is CONFIRMED again.',
    rule: {
      dispatch: {
        lapses: (status, ms) => (status === 'NOTIFIED' && ms >= timeoutMs ? 'CONFIRMED' : status),
        refusalStatus: (why, action) => (why === 'state' ? 404 : dispatch.refusalStatus(why, action)),
      },
    },
  },
  {
    id: 'dispatch-item-errors-empty',
    leaves: ['B-DSP-23'],
    says: 'The error of an item that failed has an empty detail.',
    excludes: ['dispatch-batch-207-in-reverse'],
    wire: showing(
      ({ path }) => path.endsWith('/accept/batch'),
      (body: { results?: Array<{ error?: Fields }> }) =>
        body.results
          ? {
              ...body,
              results: body.results.map((one) => (one.error ? { ...one, error: { ...one.error, detail: '' } } : one)),
            }
          : body,
    ),
  },
]

/** Lawful readings of B-CRW and B-DSP, thought up by another reader of the documents (suites/two-readings). */
export const unheardFieldVariants: readonly Variant[] = [...crowdVariants, ...dispatchVariants]
