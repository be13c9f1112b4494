import type { Fault } from '../deviation.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { crowdParts } from './crowd-parts.ts'
import { answering, showing, withStatus, type Seen } from './edits.ts'
import { serviceFault, shows, takes } from './service-fault.ts'

const { crowd } = crowdRules
const { dispatch } = dispatchRules
const { fault, onWire, isAt, whole, one, places, place } = crowdParts

type Fields = Readonly<Record<string, unknown>>

/** Keeps the first value that it is given. */
function firstOf<T>(): (value: T) => T {
  let first: { readonly value: T } | undefined
  return (value) => (first ??= { value }).value
}

/** Another form of each record in results. */
const retold = (when: (seen: Seen) => boolean, change: (record: Fields) => Fields) =>
  showing(
    (seen, { status }) => when(seen) && status < 300,
    ({ results, ...rest }: { results: readonly Fields[] }) => ({ ...rest, results: results.map(change) }),
  )

const shorter = (name: string) => (record: Fields) => ({ ...record, [name]: String(record[name]).slice(0, -1) })

const twice = (when: (seen: Seen) => boolean) =>
  showing(
    (seen, { status }) => when(seen) && status < 300,
    ({ results, ...rest }: { results?: readonly Fields[] }) => {
      const told = results ?? [rest]
      return { results: [...told, ...told] }
    },
  )

const skill = isAt('GET', /\/skills\/[^/]+$/)

const firstName = firstOf<unknown>()
const firstId = firstOf<unknown>()
const firstEmail = firstOf<unknown>()
let wasAskedFor = false

const told: readonly Fault[] = [
  onWire('create-answer-of-the-first', 'B-CRW-28', 'A creation is answered with the last name of the first.', {
    ...retold(isAt('POST', whole), (record) => ({ ...record, lastName: firstName(record['lastName']) })),
  }),
  onWire('update-answers-cut', 'B-CRW-28', 'An update is answered with a first name cut short.', {
    ...retold(isAt('PUT', one), shorter('firstName')),
  }),
  onWire('address-answer-cut', 'B-CRW-28', 'A new address is answered with its city cut short.', {
    ...retold(isAt('POST', places), shorter('city')),
  }),
  onWire('address-read-with-one-id', 'B-CRW-10', 'Every address is read with the id of the first.', {
    ...retold(isAt('GET', place), (record) => ({ ...record, id: firstId(record['id']) })),
  }),
  onWire('create-told-twice', 'B-CRW-24', 'A creation is answered with two results.', twice(isAt('POST', whole))),
  onWire('update-told-twice', 'B-CRW-24', 'An update is answered with two results.', twice(isAt('PUT', one))),
  onWire('address-create-told-twice', 'B-CRW-24', 'A new address is told twice.', twice(isAt('POST', places))),
  onWire('skill-by-id-told-twice', 'B-CRW-14', 'A skill that is read by its id is told twice.', twice(skill)),
  onWire('skill-by-id-of-another-status', 'B-CRW-14', 'By its id a skill has another status than in its technician.', {
    ...retold(skill, (record) => ({ ...record, status: 'ANOTHER' })),
  }),
  onWire('skill-by-id-a-day-early', 'B-CRW-14', 'By its id a skill starts a day earlier than in its technician.', {
    ...retold(skill, (record) => ({ ...record, startedAt: '2026-01-01' })),
  }),
]

const kept: readonly Fault[] = [
  fault('email-of-the-first', 'B-CRW-28', 'Every new technician has the email of the first.', {
    stores: (sent, before) =>
      before === undefined && 'email' in sent ? { ...sent, email: firstEmail(sent['email']) } : sent,
  }),
  fault('list-first-names-of-one', 'B-CRW-07', 'Each row of a list has the first name of the first.', {
    listed: ({ results, ...figures }) =>
      crowd.listed({ ...figures, results: results.map((row) => ({ ...row, firstName: results[0]?.['firstName'] })) }),
  }),
  fault('list-number-always-0', 'B-CRW-07', 'Every page of a list has the number 0.', {
    listed: (figures) => ({ ...(crowd.listed(figures) as Fields), number: 0 }),
  }),
  fault('batch-drops-house-number', 'B-CRW-13', 'A batch stores no house numbers.', {
    carries: (_operation, { number: _, ...address }) => address,
  }),
  fault('batch-update-drops-zip-code', 'B-CRW-13', 'An UPDATE of a batch leaves the zip code out.', {
    carries: (operation, address) => {
      const { zipCode: _, ...rest } = address
      return operation === 'UPDATE' ? rest : address
    },
  }),
  fault('batch-transactional-once-asked-for', 'B-CRW-13', 'After a batch with transactional=true it is the default.', {
    isTransaction: (parameter) => {
      wasAskedFor ||= parameter === 'true'
      return parameter === undefined ? wasAskedFor : parameter === 'true'
    },
  }),
]

const dispatched: readonly Fault[] = [
  {
    id: 'dispatch-list-third-left-out',
    breaks: ['B-DSP-03'],
    says: 'A page of a list lacks its third assignment.',
    rule: {
      dispatch: {
        listed: (results, of, size) =>
          dispatch.listed(
            results.filter((_, at) => at !== 2),
            of,
            size,
          ),
      },
    },
  },
  {
    id: 'dispatch-batch-names-one-technician',
    breaks: ['B-DSP-11'],
    says: 'Every result of a 207 names the technician of the first.',
    rule: {
      dispatch: {
        results: (results) => results.map((result) => ({ ...result, technicianId: results[0]?.technicianId ?? '' })),
      },
    },
  },
  {
    id: 'dispatch-wrong-state-500',
    breaks: ['B-DSP-14'],
    says: 'An action that does not start from the present status is answered 500.',
    rule: {
      dispatch: { refusalStatus: (why, action) => (why === 'state' ? 500 : dispatch.refusalStatus(why, action)) },
    },
  },
  {
    id: 'dispatch-release-refused-yet-done',
    breaks: ['B-DSP-12'],
    says: 'A release is answered 409, and done.',
    wire: answering(
      ({ method, path }, { status }) =>
        method === 'POST' && /\/partner-dispatch\/v1\/release$/.test(path) && status < 300,
      () => withStatus(409, { title: 'Conflict' }),
    ),
  },
]

const firstAttachments = firstOf<unknown>()
const firstCode = firstOf<unknown>()

const trees: readonly Fault[] = [
  serviceFault(
    'attachments-of-the-first-tree',
    ['B-SVC-31'],
    'Every service call gets the attachments of the first.',
    takes((body: Fields) =>
      'attachments' in body ? { ...body, attachments: firstAttachments(body['attachments']) } : body,
    ),
  ),
  serviceFault(
    'get-code-of-the-first',
    ['B-SVC-31'],
    'Every service call is read with the code of the first that was.',
    shows((tree) => ({ ...tree, code: firstCode(tree['code']) }), ['service-get']),
  ),
  serviceFault(
    'file-names-cut',
    ['B-SVC-31'],
    'Names of files are kept to their twentieth character.',
    takes((body: Fields) => ({
      ...body,
      ...(Array.isArray(body['attachments'])
        ? {
            attachments: (body['attachments'] as readonly Fields[]).map((file) => ({
              ...file,
              fileName: String(file['fileName']).slice(0, 20),
            })),
          }
        : {}),
    })),
  ),
]

/** What the wire sweep named and no check told, of the interfaces of crowd, dispatching and service calls. */
export const sweptFieldFaults: readonly Fault[] = [
  {
    id: 'token-in-any-letter-case',
    breaks: ['B-CRW-19', 'B-DSP-15', 'B-SVC-17', 'B-OPT-07', 'A-AUT-01'],
    says: 'A token is taken in any letter case.',
    rule: {
      bearer: {
        meant: (given, all) => all().find((token) => token.toLowerCase() === given.toLowerCase()) ?? given,
      },
    },
  },
  ...told,
  ...kept,
  ...dispatched,
  ...trees,
]
