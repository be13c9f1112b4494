import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { optimizationRules } from '../rulebook/optimization.ts'
import { reportingRules } from '../rulebook/reporting.ts'
import { onceServed } from './field-expired.ts'
import { askedOf, headerIn, isWell, jsonIn, passing, rewriting, withBody, withJson, withQuery } from './passing.ts'
import { elementsIn } from './people-kinds.ts'

const { dispatch } = dispatchRules
const { optimization } = optimizationRules
const { reporting } = reportingRules

const isBuild = ({ method, target }: PlatformRequest): boolean =>
  method === 'POST' && /\/api\/reporting\/v1(?:\/build)?(?:\?|$)/.test(target)
const typeOf = (request: PlatformRequest): string => headerIn(request, 'Content-Type') ?? ''
const isMultipart = (request: PlatformRequest): boolean => isBuild(request) && /^multipart\//i.test(typeOf(request))
/** Ids of activities that were rejected. */
const rejected = perHouse(() => new Set<string>())

/** Whether the caller whose list is made up is a partner: nothing else is done in between. */
let isPartner = true

const unread = () => json(400, { message: 'there is no reportTemplate' })

/** Breaches of crowd, dispatching, reporting and planning by values, spellings and moments that no check had looked at. */
export const unlookedFieldFaults: readonly Fault[] = [
  rewriting(
    'crowd-addresses-read-as-latin-1',
    ['B-CRW-28'],
    'Bodies of address calls are read as ISO 8859-1 unless their type names a charset.',
    ({ method, path }) => method !== 'GET' && /\/technicians\/[^/]+\/addresses/.test(path),
    (request) =>
      /charset/i.test(typeOf(request))
        ? request
        : withBody(request, Buffer.from(request.body.toString('latin1'), 'utf8')),
  ),
  rewriting(
    'crowd-batch-addresses-in-ascii',
    ['B-CRW-28'],
    'Batches of addresses keep question marks for letters beyond ASCII.',
    ({ method, path }) => method === 'POST' && path.endsWith('/addresses/actions/batch'),
    (request) => withBody(request, Buffer.from(request.body.toString('utf8').replace(/[^ -~]/gu, '?'), 'utf8')),
  ),
  rewriting(
    'crowd-page-without-size-ignored',
    ['B-CRW-07'],
    'Page counts only where Size is sent, too.',
    ({ method, path, query }) => method === 'GET' && path.endsWith('/technicians') && query.get('Size') === null,
    (request) => withQuery(request, { Page: null }),
  ),
  passing(
    'dispatch-list-of-notified-keeps-rejected',
    ['B-DSP-25'],
    'What was rejected stays in the list of NOTIFIED.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { method, path, query } = askedOf(request)
      const ids = rejected(house)
      if (method === 'POST' && path.endsWith('/v1/reject') && isWell(response))
        ids.add(String(jsonIn(request)?.['activityId']))
      const isList = method === 'GET' && path.endsWith('/assignment-details')
      return isList && query.get('partnerDispatchingStatus') === 'NOTIFIED' && response.status === 200
        ? withJson(response, (list) => ({
            ...list,
            results: [...elementsIn(list['results']), ...[...ids].map((id) => ({ activity: { id } }))],
          }))
        : response
    },
  ),
  {
    id: 'dispatch-batch-flag-of-the-first-twenty-five',
    breaks: ['B-DSP-24'],
    says: 'hasErrors looks at the first twenty-five items.',
    rule: {
      dispatch: {
        hasErrors: (failed, results) =>
          results.length > 25
            ? results.slice(0, 25).some(({ status }) => status >= 300)
            : dispatch.hasErrors(failed, results),
      },
    },
  },
  {
    id: 'dispatch-list-of-all-for-the-owner',
    breaks: ['B-DSP-25'],
    says: 'A caller who is no partner gets the assignments of all.',
    rule: {
      dispatch: {
        mayLook: (roles) => {
          isPartner = roles.includes('partner')
          return true
        },
        lists: (one, asked) => dispatch.lists(isPartner ? one : { ...one, own: true }, asked),
      },
    },
  },
  {
    id: 'optimization-siblings-of-a-lone-activity-planned',
    breaks: ['B-OPT-02', 'B-OPT-14'],
    says: 'A start that names one activity reschedules all of its service call.',
    rule: {
      optimization: {
        considers: (named, siblings) => (named.length === 1 ? siblings() : optimization.considers(named, siblings)),
      },
    },
  },
  {
    id: 'optimization-null-passes',
    breaks: ['B-OPT-15'],
    says: 'activityIds, plugin and start that are null are taken.',
    rule: {
      optimization: {
        checks: (name, value) => (value === null && name !== 'end' ? false : optimization.checks(name, value)),
      },
    },
  },
  passing(
    'report-parts-with-a-type-are-files',
    ['B-RPT-13', 'B-RPT-02'],
    'Parts of multipart/form-data that have a Content-Type are no fields.',
    (request, go) =>
      isMultipart(request) && /^content-type:/im.test(request.body.toString('latin1'))
        ? Promise.resolve(unread())
        : go(request),
  ),
  passing(
    'report-quoted-boundary-refused',
    ['B-RPT-13', 'B-RPT-02'],
    'A boundary in quotation marks is looked for with them.',
    (request, go) =>
      isMultipart(request) && /boundary="/i.test(typeOf(request)) ? Promise.resolve(unread()) : go(request),
  ),
  {
    id: 'report-form-types-unchecked',
    breaks: ['B-RPT-11', 'B-RPT-13'],
    says: 'Parameters of forms may be of any type.',
    rule: {
      reporting: {
        checks: (what, encoding) => (encoding !== 'json' && what === 'type' ? false : reporting.checks(what, encoding)),
      },
    },
  },
  passing(
    'report-download-type-compared',
    ['B-RPT-05'],
    'A download is refused unless its Content-Type is application/json and no more.',
    (request, go) => {
      const { method, path } = askedOf(request)
      return method === 'POST' && path.endsWith('/reporting/v1/download') && typeOf(request) !== 'application/json'
        ? Promise.resolve(json(415, { message: 'the body must be application/json' }))
        : go(request)
    },
  ),
  onceServed(
    'user-list-takes-an-expired-token',
    ['B-USR-19', 'A-TOK-21'],
    'The list of users is answered with an expired token.',
    ({ method, target }) => method === 'GET' && /\/api\/user\/v1\/users\?/.test(target),
    () => json(200, { content: [] }),
  ),
  onceServed(
    'scim-users-take-an-expired-token',
    ['A-AUT-01', 'A-TOK-21'],
    'Users of SCIM are read with an expired token.',
    ({ method, target }) => method === 'GET' && /\/scim\/v2\/Users\//.test(target),
    () => json(200, {}),
  ),
  onceServed(
    'service-takes-an-expired-token',
    ['B-SVC-17', 'A-TOK-21'],
    'A service call is read with an expired token.',
    ({ method, target }) => method === 'GET' && target.includes('/composite-tree/service-calls/'),
    () => json(200, {}),
  ),
  onceServed(
    'optimization-takes-an-expired-token',
    ['B-OPT-07', 'A-TOK-21'],
    'A start with an expired token is accepted.',
    ({ method, target }) => method === 'POST' && target.endsWith('/re-optimize'),
    () => json(202, { result: true }),
  ),
]
