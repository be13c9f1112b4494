import { createHash } from 'node:crypto'
import { isRecord } from '../crowd/record.ts'
import type { Variant } from '../deviation.ts'
import { askedOf, headerIn, isWell, jsonIn, withJson } from '../faults/passing.ts'
import { bearerIn } from '../faults/token-calls.ts'
import { problem } from '../header-context.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { findToken } from '../token/store.ts'
import { through } from './lawful.ts'
import { shuffled } from './shuffled.ts'

const { hasSkill, hasExpiry } = crowdRules.crowd
const { refusalStatus } = dispatchRules.dispatch

type Skills = Parameters<typeof hasSkill>[0]

const approved = (skills: Skills): Skills =>
  skills.filter(
    ({ approvalDecision }) => isRecord(approvalDecision) && approvalDecision['approvalStatus'] === 'APPROVED',
  )

const isPlain = (email: unknown): boolean => typeof email !== 'string' || /^[a-z0-9.-]+@[a-z0-9.-]+$/.test(email)
const isShort = (name: unknown): boolean => typeof name !== 'string' || /^[\u0020-\u024f]{1,40}$/.test(name)

const isOther = (sent: unknown, before: unknown): boolean =>
  typeof sent === 'string' && sent.toLowerCase() !== String(before).toLowerCase()

const momentIn = (value: unknown): number => Date.parse(String(value))

const dashed = (id: string): string => id.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Lawful servers of crowd and dispatching that an audit of the checks named. */
export const auditedFieldVariants: readonly Variant[] = [
  {
    ...through(
      'crowd-partner-of-the-first-company',
      ['B-CRW-03', 'B-CRW-19'],
      'Business partners are records of the first company: a technician of one that is created in another company is refused with 404.',
      async (request, go, { house }) => {
        const isCreation = request.method === 'POST' && /\/api\/crowd\/v2\/technicians(?:\?|$)/.test(request.target)
        const companies = findToken(house, bearerIn(request))?.account.companies ?? []
        const named = companies.find(({ name }) => name === headerIn(request, 'X-Company-Name'))
        const isFirst = named === undefined || named.id === Math.min(...companies.map(({ id }) => id))
        const answer = isCreation && !isFirst ? await go({ ...request, body: Buffer.from('{}') }) : undefined
        // What is refused for another reason is refused for that.
        return answer?.status === 400
          ? problem(404, 'Not found', 'there is no such business partner')
          : (answer ?? go(request))
      },
    ),
  },
  {
    id: 'crowd-skill-name-finds-none-that-is-pending',
    leaves: ['B-CRW-18', 'B-CRW-30'],
    says: 'Skills of a technician are PENDING until somebody approves them; skillName and skllValidityDate look at approved ones.',
    rule: {
      crowd: {
        approval: () => ({ approvalStatus: 'PENDING', reason: null }),
        hasSkill: (skills, name, now) => hasSkill(approved(skills), name, now),
        hasExpiry: (skills, day, now) => hasExpiry(approved(skills), day, now),
      },
    },
  },
  {
    id: 'crowd-list-ordered-anew-each-time',
    leaves: ['B-CRW-30'],
    says: 'Technicians come in another order with each call of the list, from one page to the next, too.',
    rule: { crowd: { ordered: (rows) => shuffled(rows) } },
  },
  {
    id: 'crowd-objections-are-bad-requests',
    leaves: ['B-CRW-19', 'B-CRW-23'],
    says: 'Another e-mail or partner in an update, a country that is no two capitals, and the deletion of the only address are refused with 400.',
    rule: {
      crowd: {
        objects: (does, sent, before) => {
          const place = sent['address']
          const country = isRecord(place) ? place['country'] : undefined
          if (typeof country === 'string' && !/^[A-Z]{2}$/.test(country)) return 'no country'
          if (does !== 'update') return undefined
          const isMoved = isOther(sent['email'], before['email'])
          return isMoved || isOther(sent['businessPartner'], before['businessPartner'])
            ? 'not to be changed'
            : undefined
        },
        objectionStatus: () => 400,
        keepsAddress: (of) => of === 1,
      },
    },
  },
  {
    id: 'crowd-areas-whole-or-not-at-all',
    leaves: ['B-CRW-16'],
    says: 'A serviceArea without a radius is refused with 422.',
    rule: {
      crowd: {
        objects: (_does, sent) => {
          const area = sent['serviceArea']
          return isRecord(area) && !isRecord(area['radius']) ? 'an area has a radius' : undefined
        },
        objectionStatus: () => 422,
      },
    },
  },
  {
    id: 'crowd-plain-e-mails-and-short-names',
    leaves: ['B-CRW-03', 'B-CRW-05'],
    says: 'An e-mail with other signs than small letters and digits, and a name beyond Latin or of more than forty signs, is refused with 400.',
    rule: {
      crowd: {
        objects: (_does, sent) =>
          isPlain(sent['email']) && isShort(sent['firstName']) && isShort(sent['lastName'])
            ? undefined
            : 'not acceptable',
        objectionStatus: () => 400,
      },
    },
  },
  {
    id: 'dispatch-update-looks-at-the-status-first',
    leaves: ['B-DSP-04', 'B-DSP-05'],
    says: 'An update of an assignment that is not ACCEPTED is answered 409, whosever it is.',
    rule: {
      dispatch: {
        refusalStatus: (why, action, met) =>
          action === 'update' && why === 'foreign' && met?.status !== 'ACCEPTED'
            ? 409
            : refusalStatus(why, action, met),
      },
    },
  },
  {
    id: 'dispatch-owner-updates-nobodys-assignment',
    leaves: ['B-DSP-05', 'B-DSP-15'],
    says: 'An update looks for the caller’s own assignment: the crowd owner, who has none, gets 404.',
    rule: {
      dispatch: {
        refusalStatus: (why, action, met) =>
          action === 'update' && why === 'role' ? 404 : refusalStatus(why, action, met),
      },
    },
  },
  {
    id: 'dispatch-partner-has-one-technician-booked-once',
    leaves: ['B-DSP-04', 'B-DSP-15'],
    says: 'All activities of a partner are planned to its one technician, and an update that overlaps another accepted one of his is refused with 403.',
    rule: {
      dispatch: {
        plansTo: (_generated, partner) => createHash('md5').update(String(partner)).digest('hex').toUpperCase(),
        hasTime: (sent, others) =>
          others.every(
            (one) =>
              one['responsible'] !== sent['responsible'] ||
              momentIn(one['endDateTime']) <= momentIn(sent['startDateTime']) ||
              momentIn(one['startDateTime']) >= momentIn(sent['endDateTime']),
          ),
      },
    },
  },
  through(
    'dispatch-technicians-shown-with-dashes',
    ['B-DSP-17', 'B-DSP-28'],
    'What tells where an activity stands writes ids of technicians in small letters, with dashes.',
    async (request, go) => {
      const response = await go(request)
      const isShown = request.method === 'GET' && /\/fieldproof\/activities\/[^/]+$/.test(askedOf(request).path)
      if (!isShown || !isWell(response) || !jsonIn(response)) return response
      return withJson(response, (body) => {
        const assignment = isRecord(body['assignment']) ? body['assignment'] : {}
        const { responsible } = assignment
        return {
          ...body,
          assignment: {
            ...assignment,
            responsible: typeof responsible === 'string' ? dashed(responsible) : responsible,
          },
        }
      })
    },
  ),
]
