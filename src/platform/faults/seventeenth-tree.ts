import type { Fault } from '../deviation.ts'
import { perHouse, type House } from '../house.ts'
import type { PlatformRequest } from '../http/message.ts'
import { peopleRules } from '../rulebook/people.ts'
import { findToken } from '../token/store.ts'
import { headerIn, isWell, jsonIn, passing, refused, rewriting, withBody } from './passing.ts'
import { elementsIn } from './people-kinds.ts'
import { isTreePost } from './tree-memory.ts'
import { activitiesIn } from './tree-wire.ts'
import { heldWithin } from '../held-within.ts'

const { privilege } = peopleRules

type Part = Readonly<Record<string, unknown>>

/** External ids of materials of trees that were refused. */
const taken = perHouse(() => new Set<unknown>())

const materialIds = (parts: readonly Part[]): readonly unknown[] =>
  parts
    .flatMap((part) => elementsIn(part['reservedMaterials']))
    .flatMap(({ externalId }) => (typeof externalId === 'string' ? [externalId] : []))

/** Activities before the first one without a subject; none where each has one. */
function beforeTheFlaw(tree: Part): readonly Part[] {
  const all = activitiesIn(tree)
  return all.slice(
    0,
    Math.max(
      0,
      all.findIndex(({ subject }) => subject === undefined),
    ),
  )
}

/** Clients, each with its account, for whose tokens the User API served. */
const served = perHouse(() => new Set<string>())
const isServed = heldWithin<boolean>()

function clientOf(request: PlatformRequest, house: House): string | undefined {
  const token = findToken(house, (headerIn(request, 'Authorization') ?? '').replace(/^bearer\s+/i, ''))
  return token && `${token.account.id}/${token.client.id}`
}

const borrowing = passing(
  'user-privileges-of-the-client',
  ['B-PRV-01'],
  'Users without privileges are served by the User API once a user with privileges was whose token the same client had asked for.',
  async (request, go, { house }) => {
    const client = request.target.startsWith('/api/user') ? clientOf(request, house) : undefined
    if (client === undefined) return go(request)
    const response = await isServed.run(served(house).has(client), () => go(request))
    if (isWell(response)) served(house).add(client)
    return response
  },
)

const parameterPart =
  /--[^\r]*\r\nContent-Disposition:[^\r]*name="?reportParameters\.[^\r]*(?:\r\n[^\r]+)*\r\n\r\n[^]*?\r\n(?=--)/gi

/** Quiet breaches of privileges, service calls and reports, of two things in interplay, that a seventeenth reader thought up (suites/two-readings). */
export const seventeenthTreeFaults: readonly Fault[] = [
  passing(
    'service-refused-tree-keeps-external-ids-of-materials',
    ['B-SVC-18'],
    'External ids of reserved materials stay taken where a tree is refused for an activity behind theirs that has no subject.',
    async (request, go, { house }) => {
      if (!isTreePost(request)) return go(request)
      const tree = jsonIn(request) ?? {}
      if (materialIds([tree, ...activitiesIn(tree)]).some((id) => taken(house).has(id)))
        return refused(409, 'externalId exists')
      const response = await go(request)
      if (!isWell(response)) for (const id of materialIds(beforeTheFlaw(tree))) taken(house).add(id)
      return response
    },
  ),
  rewriting(
    'report-multipart-last-parameter-only',
    ['B-RPT-13', 'B-RPT-02'],
    'Of several parts reportParameters.<key> of multipart/form-data the last alone counts.',
    ({ path }) => path.includes('/api/reporting/v1'),
    (request) => {
      if (!/^multipart\//i.test(headerIn(request, 'Content-Type') ?? '')) return request
      const text = request.body.toString('latin1')
      const parts = text.match(parameterPart) ?? []
      const kept = parts.slice(0, -1).reduce((rest, part) => rest.replace(part, () => ''), text)
      return parts.length < 2 ? request : withBody(request, Buffer.from(kept, 'latin1'))
    },
  ),
  {
    ...borrowing,
    rule: {
      privilege: {
        serves: (room, privileges, login, operation, isAboutSelf) =>
          (room === 'user' && isServed.get()) || privilege.serves(room, privileges, login, operation, isAboutSelf),
      },
    },
  },
]
