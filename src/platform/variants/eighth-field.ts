import type { Variant } from '../deviation.ts'
import { answering, showing } from '../faults/edits.ts'
import { askedOf, headerIn } from '../faults/passing.ts'
import { empty, json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { inTurn, turningAway } from './turned-away.ts'
import { pagesFromOne } from './pages-from-one.ts'

const { crowd } = crowdRules
const { dispatch } = dispatchRules

type Fields = Readonly<Record<string, unknown>>

const isCrowd = ({ target }: Pick<PlatformRequest, 'target'>): boolean => target.includes('/api/crowd/v2/technicians')
const refused = (status: number) => json(status, { message: 'operation not allowed' })
const text = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value)

const crowdVariants: readonly Variant[] = [
  {
    id: 'crowd-list-by-last-change-in-milliseconds',
    leaves: ['B-CRW-07'],
    says: 'A list is in the order of lastChanged, the last one at its end, which is a number of milliseconds.',
    rule: {
      crowd: {
        row: (row) => ({ ...row, lastChanged: Date.parse(String(row['lastChanged'])) }),
        ordered: (rows) => rows.toSorted((one, other) => one.lastChanged - other.lastChanged),
      },
    },
  },
  {
    id: 'crowd-batch-deletes-first-creates-last',
    leaves: ['B-CRW-13', 'B-CRW-18'],
    says: 'A batch deletes first, then updates, then creates; its answer has no body.',
    excludes: ['crowd-batch-stops-at-failure'],
    rule: {
      crowd: {
        steps: <Step extends { readonly id: unknown }>(steps: readonly Step[]) => {
          const phase = (step: Step) => ['DELETE', 'UPDATE', 'CREATE'].indexOf(String((step as Fields)['operation']))
          return steps.toSorted((one, other) => phase(one) - phase(other))
        },
      },
    },
    wire: answering(
      ({ path }, { status }) => path.endsWith('/addresses/actions/batch') && status === 201,
      () => empty(201),
    ),
  },
  {
    id: 'crowd-both-spellings-and-texts',
    leaves: ['B-CRW-15'],
    says: 'House numbers and zip codes are texts, a skill has both spellings of two fields, coordinates have a decimal point.',
    excludes: ['crowd-coordinates-with-seven-places', 'crowd-coordinates-whole'],
    rule: {
      crowd: {
        address: (record) => ({ ...record, number: text(record['number']), zipCode: text(record['zipCode']) }),
        skill: (record) => ({
          ...crowd.skill(record),
          starteddAt: record['startedAt'],
          tagExternalID: record['tagExternalId'],
        }),
      },
    },
    wire: answering(
      ({ path }) => path.includes('/api/crowd/v2/'),
      (response) => ({
        ...response,
        body: Buffer.from(response.body.toString('utf8').replace(/("(?:lat|long)itude":-?\d+)(?=[,}])/g, '$1.0')),
      }),
    ),
  },
  {
    id: 'crowd-size-above-ten-400',
    leaves: ['B-CRW-19', 'B-CRW-30'],
    says: 'Pages begin with 1 and have two technicians unless told otherwise; page 0 and more than ten are refused; media types are demanded.',
    excludes: ['crowd-media-types-demanded', 'crowd-headers-before-the-token'],
    rule: {
      crowd: {
        ...pagesFromOne,
        defaultSize: () => 2,
      },
    },
    wire: inTurn(
      turningAway((request) => {
        const { method, path, query } = askedOf(request)
        const isList = method === 'GET' && path.endsWith('/api/crowd/v2/technicians')
        return isList && (query.get('Page') === '0' || Number(query.get('Size') ?? 2) > 10)
      }, refused(400)),
      turningAway((request) => isCrowd(request) && headerIn(request, 'Accept') === undefined, refused(406)),
      turningAway(
        (request) => isCrowd(request) && /^P/.test(request.method) && headerIn(request, 'Content-Type') === undefined,
        refused(415),
      ),
    ),
  },
]

const isList = ({ method, target }: PlatformRequest): boolean =>
  method === 'GET' && /\/api\/v1\/assignment-details(?:\?|$)/.test(target)

const dispatchVariants: readonly Variant[] = [
  {
    id: 'dispatch-list-of-none-404',
    leaves: ['B-DSP-15', 'B-DSP-17', 'B-DSP-23'],
    says: 'A list needs page and status; it is an object by activity, and a list of nothing is answered 404 without a body.',
    excludes: ['dispatch-page-required'],
    rule: {
      dispatch: {
        firstPage: () => 1,
        listed: (results) =>
          Object.fromEntries(
            (results as ReadonlyArray<{ activity: Fields }>).map((one) => [String(one.activity['id']), one]),
          ),
      },
    },
    wire: inTurn(
      turningAway(
        (request) => isList(request) && !(/[?&]page=/.test(request.target) && /[?&]partnerD/.test(request.target)),
        refused(400),
      ),
      {
        response: (response, request) =>
          isList(request) && response.status === 200 && response.body.toString('utf8') === '{}' ? empty(404) : response,
      },
    ),
  },
  {
    id: 'dispatch-wrong-state-404-and-texts',
    leaves: ['B-DSP-15', 'B-DSP-23'],
    says: 'A trigger from a wrong state is answered like an unknown activity; released and an empty status are texts, empty or TRUE.',
    excludes: ['dispatch-list-by-id-with-both-parameters'],
    rule: {
      dispatch: {
        refusalStatus: (why, action, met) => (why === 'state' ? 404 : dispatch.refusalStatus(why, action, met)),
        told: (status) => status ?? '',
      },
    },
    wire: showing(
      ({ path }, { status }) => path.endsWith('/api/v1/assignment-details') && status === 200,
      (body) =>
        JSON.parse(
          JSON.stringify(body)
            .replaceAll('"released":true', '"released":"TRUE"')
            .replaceAll('"released":false', '"released":""'),
        ) as unknown,
    ),
  },
]

/** Lawful readings of B-CRW and B-DSP, thought up by an eighth reader (suites/two-readings). */
export const eighthFieldVariants: readonly Variant[] = [...crowdVariants, ...dispatchVariants]
