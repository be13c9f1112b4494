import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformRequest } from '../http/message.ts'
import { optimizationRules } from '../rulebook/optimization.ts'
import { reportingRules } from '../rulebook/reporting.ts'
import { headerIn, jsonIn, passing, withBody } from './passing.ts'
import { heldWithin } from '../held-within.ts'

const { reporting } = reportingRules
const { optimization } = optimizationRules

const isStart = ({ method, target }: PlatformRequest): boolean =>
  method === 'POST' && /\/actions\/re-optimize(?:\?|$)/.test(target)
const isBuild = ({ method, target }: PlatformRequest): boolean =>
  method === 'POST' && /\/api\/reporting\/v1(?:\/build)?\/?(?:\?|$)/.test(target)

/** Set while a form names its template behind its parameters. */
const tooLate = heldWithin<boolean>()

const inOrder = passing(
  'report-form-parameters-before-the-template-unchecked',
  ['B-RPT-11', 'B-RPT-13'],
  'Parameters that stand before the template in a form are not compared with its schema.',
  (request, go) => {
    const isForm = /x-www-form-urlencoded/i.test(headerIn(request, 'Content-Type') ?? '')
    const names = isBuild(request) && isForm ? request.body.toString('utf8').split('&') : []
    const first = names.findIndex((pair) => /^reportParameters(?:\.|%2e)/i.test(pair))
    const template = names.findIndex((pair) => pair.startsWith('reportTemplate='))
    return tooLate.run(first >= 0 && first < template, () => go(request))
  },
)

/** Companies whose running job was told to somebody with a 409. */
const told = perHouse(() => new Set<string>())
const isFree = heldWithin<boolean>()

const releasing = passing(
  'optimization-conflict-ends-the-lock',
  ['B-OPT-08'],
  'After a start that was refused because a job runs the next one is accepted.',
  async (request, go, { house }) => {
    if (!isStart(request)) return go(request)
    const [company, known] = [headerIn(request, 'X-Company-Name') ?? '', told(house)]
    const response = await isFree.run(known.has(company), () => go(request))
    if (response.status === 409) known.add(company)
    else if (response.status === 202) known.delete(company)
    return response
  },
)

/** A time whose offset no place has, as one in UTC. */
function normalised(value: unknown): unknown {
  const [, local = '', sign, hours, minutes] = /^(.+T.+)([+-])(\d\d):?(\d\d)$/.exec(String(value)) ?? []
  if (sign === undefined || (Number(hours) < 24 && Number(minutes) < 60)) return value
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000)
  const at = Date.parse(`${local}Z`)
  return Number.isNaN(at) ? value : new Date(at - offset).toISOString()
}

/** Quiet breaches of reports and re-optimization that a sixteenth reader thought up (suites/two-readings). */
export const sixteenthJobFaults: readonly Fault[] = [
  {
    ...inOrder,
    rule: {
      reporting: {
        checks: (what, encoding) => !(encoding === 'form' && tooLate.get()) && reporting.checks(what, encoding),
      },
    },
  },
  {
    ...releasing,
    rule: {
      optimization: {
        isExclusive: (named, running, isOfSameRequest) =>
          !isFree.get() && optimization.isExclusive(named, running, isOfSameRequest),
      },
    },
  },
  passing(
    'optimization-offset-of-any-size',
    ['B-OPT-15'],
    'A time with an offset that there is not is taken: +25:00 or +02:75.',
    (request, go) => {
      const sent = isStart(request) ? jsonIn(request) : undefined
      const [start, end] = [normalised(sent?.['start']), normalised(sent?.['end'])]
      return !sent || (start === sent['start'] && end === sent['end'])
        ? go(request)
        : go(withBody(request, Buffer.from(JSON.stringify({ ...sent, start, end }))))
    },
  ),
]
