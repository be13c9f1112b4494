import type { Fault } from '../deviation.ts'
import { heldWithin } from '../held-within.ts'
import type { PlatformRequest } from '../http/message.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { optimizationRules } from '../rulebook/optimization.ts'
import { serviceRules } from '../rulebook/service.ts'
import { userRules } from '../rulebook/user.ts'
import { dispatchFault } from './fifth-dispatch.ts'
import { jsonIn, passing, rewriting, withBody, withQuery, type Asked, type Json } from './passing.ts'

const { crowd } = crowdRules
const { dispatch } = dispatchRules
const { optimization } = optimizationRules
const { service } = serviceRules
const { user } = userRules

const isStart = ({ method, path }: Asked): boolean => method === 'POST' && path.endsWith('/actions/re-optimize')

const withWish = (request: PlatformRequest, change: (wish: Json) => Json): PlatformRequest => {
  const wish = jsonIn(request)
  return wish ? withBody(request, Buffer.from(JSON.stringify(change(wish)))) : request
}

const isOnlyOf = (privileges: readonly string[] | undefined): boolean =>
  (privileges ?? []).includes('SUPERUSER') && !(privileges ?? []).includes('ADMINISTRATOR')

/** Set while a call names an account without a letter. */
const ofNoName = heldWithin<boolean>()

const emptyAccount = passing(
  'user-empty-account-is-the-own',
  ['B-USR-29'],
  'An account of no letters is the account of the token.',
  (request, go) => {
    const isNamed = !/\/api\/user\/v1\/users.*[?&]account=(?:&|$)/.test(request.target)
    return ofNoName.run(!isNamed, () => go(isNamed ? request : withQuery(request, { account: null })))
  },
)

/** Quiet breaches where one of several like places is guarded in another way than the rest. */
export const roundTwoBMoreFaults: readonly Fault[] = [
  {
    ...emptyAccount,
    rule: { user: { needsAccount: (operation) => ofNoName.get() !== true && user.needsAccount(operation) } },
  },
  {
    id: 'optimization-end-in-epoch-taken',
    breaks: ['B-OPT-15'],
    says: 'An end in milliseconds since the epoch is taken.',
    rule: {
      optimization: {
        checks: (name, value) => !(name === 'end' && typeof value === 'number') && optimization.checks(name, value),
        moment: (text) => (/^\d+$/.test(text) ? Number(text) : optimization.moment(text)),
      },
    },
  },
  rewriting(
    'optimization-end-on-no-day-taken',
    ['B-OPT-15'],
    'An end on the 30th of February is one on the 1st of March.',
    isStart,
    (request) =>
      withWish(request, (wish) => ({
        ...wish,
        ...(typeof wish['end'] === 'string' ? { end: wish['end'].replace('-02-30T', '-03-01T') } : {}),
      })),
  ),
  rewriting(
    'optimization-start-without-a-time-taken',
    ['B-OPT-15'],
    'A start that is a date is midnight.',
    isStart,
    (request) =>
      withWish(request, (wish) => ({
        ...wish,
        ...(/^\d{4}-\d\d-\d\d$/.test(String(wish['start'])) ? { start: `${String(wish['start'])}T00:00:00Z` } : {}),
      })),
  ),
  {
    id: 'service-activity-for-administrators-only',
    breaks: ['B-PRV-01'],
    says: 'An activity of a tree by itself is shown to administrators only.',
    rule: {
      service: {
        isPrivileged: (privileges, at) =>
          !(at === 'service-activity' && isOnlyOf(privileges)) && service.isPrivileged(privileges, at),
      },
    },
  },
  dispatchFault(
    'administrator-may-confirm',
    'B-DSP-16',
    'An administrator who is no superuser may confirm and notify.',
    {
      isPrivileged: (privileges, at) =>
        (privileges.includes('ADMINISTRATOR') && /-(?:confirm|notify)$/.test(at)) ||
        dispatch.isPrivileged(privileges, at),
      mayAct: (action, roles) =>
        (/^(?:confirm|notify)$/.test(action) && roles.length === 0) || dispatch.mayAct(action, roles),
    },
  ),
  {
    id: 'crowd-batch-any-other-word-updates',
    breaks: ['B-CRW-13'],
    says: 'An operation of a batch that is none of the three is done as an update.',
    rule: {
      crowd: { takesOperation: (operation) => typeof operation === 'string' || crowd.takesOperation(operation) },
    },
  },
  {
    id: 'crowd-empty-email-will-do',
    breaks: ['B-CRW-20'],
    says: 'A technician needs an e-mail, which may be empty.',
    rule: {
      crowd: {
        requires: (does, sent, before) =>
          crowd.requires(does, sent, before).filter((name) => !(name === 'email' && sent['email'] === '')),
      },
    },
  },
]
