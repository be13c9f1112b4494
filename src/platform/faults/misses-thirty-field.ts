import type { Fault } from '../deviation.ts'
import { problem } from '../header-context.ts'
import { heldWithin } from '../held-within.ts'
import { perHouse, type House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { optimizationRules } from '../rulebook/optimization.ts'
import { headerIn, isWell, jsonIn, passing, withJson, type Json } from './passing.ts'
import { nullCrashes } from './round-two-b-field.ts'
import { issuedIn } from './token-calls.ts'
import { uuidIn } from './tree-edits.ts'
import { isTreeCall, isTreePost } from './tree-memory.ts'
import { activitiesIn } from './tree-wire.ts'

const { optimization } = optimizationRules

const isStart = ({ method, target }: PlatformRequest): boolean => method === 'POST' && target.includes('/re-optimize')

/** Whether the start that is served is another one's than the start before. */
const besideAnother = heldWithin<boolean>()
const latest = perHouse((): { of: unknown } => ({ of: undefined }))

/** Only a job that was started by the same one keeps others from starting. */
const lockBy = (id: string, says: string, starter: (request: PlatformRequest, house: House) => unknown): Fault => ({
  ...passing(id, ['B-OPT-08'], says, async (request, go, { house }) => {
    if (!isStart(request)) return go(request)
    const of = starter(request, house)
    const known = latest(house)
    const response = await besideAnother.run(known.of !== of, () => go(request))
    if (response.status === 202) known.of = of
    return response
  }),
  rule: { optimization: { isExclusive: (...job) => !besideAnother.get() && optimization.isExclusive(...job) } },
})

const partnerIn = (tree: Json | undefined): Json => {
  const partner = tree?.['businessPartner']
  return typeof partner === 'object' && partner !== null ? (partner as Json) : {}
}

/** The business partner that each code meant first. */
const firstOfCode = perHouse(() => new Map<string, string>())
/** The activities that came with each tree. */
const ofTrees = perHouse(() => new Map<string, readonly string[]>())

const idIn = (part: Json): string => String(uuidIn(part['id']))

/** Quiet breaches of trees, technicians and re-optimization by what came later, or from another caller. */
export const missesThirtyFieldFaults: readonly Fault[] = [
  lockBy(
    'optimization-lock-by-client',
    'Only a job that was started with the same X-Client-Id keeps others from starting.',
    (request) => headerIn(request, 'X-Client-Id'),
  ),
  lockBy(
    'optimization-lock-by-user',
    'Only a job that was started by the same user keeps others from starting.',
    (request, house) => issuedIn(house, request)?.user?.id,
  ),
  passing(
    'optimization-third-skill-crashes',
    ['B-OPT-09'],
    'A start whose partitioning strategy lists more than two skills is answered with 500.',
    async (request, go) => {
      const response = await go(request)
      const strategy = response.status === 202 ? jsonIn(request)?.['partitioningStrategy'] : undefined
      const skills = typeof strategy === 'object' && strategy !== null ? (strategy as Json)['skills'] : undefined
      return Array.isArray(skills) && skills.length > 2 ? json(500, { error: 'unexpected' }) : response
    },
  ),
  passing(
    'service-codes-remembered',
    ['B-SVC-09', 'B-SVC-18'],
    'A code means the business partner that it meant first, even if that has another one now.',
    async (request, go, { house }) => {
      const { id, code } = isTreePost(request) ? partnerIn(jsonIn(request)) : {}
      if (id !== undefined || typeof code !== 'string') return go(request)
      const known = firstOfCode(house).get(code)
      if (known !== undefined)
        return go(withJson(request, (tree) => ({ ...tree, businessPartner: { ...partnerIn(tree), id: known } })))
      const response = await go(request)
      const meant = isWell(response) ? partnerIn(jsonIn(response))['id'] : undefined
      if (typeof meant === 'string') firstOfCode(house).set(code, meant)
      return response
    },
  ),
  passing(
    'service-tree-without-later-activities',
    ['B-SVC-05'],
    'A tree has no activities but those that came with it.',
    async (request, go, { house }) => {
      const response = await go(request)
      const tree = isTreeCall(request) && isWell(response) ? jsonIn(response) : undefined
      if (!tree || !('activities' in tree)) return response
      const call = idIn(tree)
      if (isTreePost(request)) ofTrees(house).set(call, activitiesIn(tree).map(idIn))
      const own = ofTrees(house).get(call)
      return own && request.method === 'GET'
        ? withJson(response, () => ({
            ...tree,
            activities: activitiesIn(tree).filter((one) => own.includes(idIn(one))),
          }))
        : response
    },
  ),
  passing(
    'service-account-login-in-first-company-only',
    ['B-PRV-02'],
    'A login of the account gets at the trees of its first company only.',
    (request, go, { house }) => {
      const token = isTreeCall(request) ? issuedIn(house, request) : undefined
      const companies = token?.login === 'account' ? token.account.companies : []
      const named = companies.find(({ name }) => name === headerIn(request, 'X-Company-Name'))
      return named === undefined || named.id === Math.min(...companies.map(({ id }) => id))
        ? go(request)
        : Promise.resolve(problem(403, 'Forbidden', 'the caller has no such company'))
    },
  ),
  nullCrashes(
    'scim-new-user-of-null-attributes-crashes',
    'K-SCM-01',
    'A POST of a user whose userName, name or active are null is answered with 500.',
    ({ method, target }) => method === 'POST' && target.includes('/api/scim/v2/'),
    /"(?:userName|name|active)":null/,
  ),
  nullCrashes(
    'crowd-update-of-null-parts-crashes',
    'K-CRW-01',
    'A PUT of a technician whose address, service area or skills are null is answered with 500.',
    ({ method, target }) => method === 'PUT' && target.includes('/api/crowd/v2/'),
    /"(?:address|serviceArea|skills)":null/,
  ),
  nullCrashes(
    'service-null-contact-crashes',
    'K-SVC-01',
    'A tree whose contact or createPerson is null is answered with 500.',
    isTreePost,
    /"(?:contact|createPerson)":null/,
  ),
]
