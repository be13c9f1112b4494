import type { Variant } from '../deviation.ts'
import { countRow, selectedById, uncounted } from '../faults/own-counts.ts'
import { askedOf, isWell, recordsIn, withJson, withQuery, type Json } from '../faults/passing.ts'
import { asksForList, plain } from '../faults/serving.ts'
import { actingAs, issuedIn } from '../faults/token-calls.ts'
import { callerUser } from '../caller.ts'
import type { PlatformResponse } from '../http/message.ts'
import { peopleRules } from '../rulebook/people.ts'
import type { Seams } from '../seams/seams.ts'

const { owns } = peopleRules.permission

/** Whose a record is: no sentence says so. */
const meaning = (id: string, says: string, rule: typeof owns): Variant => ({
  id,
  leaves: ['B-USR-25'],
  says,
  rule: { permission: { owns: rule } },
})

async function counting(...[request, go]: Parameters<Seams['passage']['through']>): Promise<PlatformResponse> {
  const asked = selectedById(request)
  if (asked && /^count\(/i.test(asked.columns)) {
    const answer = await go(uncounted(request, asked))
    return isWell(answer)
      ? withJson(answer, ({ data }) => countRow(asked.alias, (data as readonly unknown[]).length))
      : answer
  }
  const answer = await go(request)
  const { by, method, resource, query } = askedOf(request)
  if (method !== 'GET' || by !== 'list' || !resource || !/^id = /.test(query.get('query') ?? '')) return answer
  if (!isWell(answer)) return answer
  const { data } = JSON.parse(answer.body.toString('utf8')) as { data?: readonly unknown[] }
  return { ...answer, headers: [...answer.headers, ['X-Total-Count', String(data?.length ?? 0)]] }
}

/** Lists are cut into pages as for those who may read all, and what the caller may not read is then left out of them. */
async function leftOut(
  ...[request, go, { house }]: Parameters<Seams['passage']['through']>
): Promise<PlatformResponse> {
  const asked = askedOf(request)
  const token = asksForList(asked) ? issuedIn(house, request) : undefined
  const isOwn = token?.user && callerUser(house, token.user).permissions(asked.resource ?? '', 'read', 'data') === 'OWN'
  const reader = token?.account.users.find(({ group }) => group === 'integration')
  if (!token || !isOwn || !reader) return go(request)
  const page = await go(actingAs(house, request, { account: token.account, user: reader }))
  const own = await go(withQuery(request, { page: null, pageSize: '2147483647' }))
  if (!isWell(page) || !isWell(own)) return go(request)
  const ids = recordsIn(JSON.parse(page.body.toString('utf8')) as Json).map(({ id }) => plain(id))
  return withJson(own, (body) => ({
    ...body,
    data: (body['data'] as Json[]).filter((element) => ids.includes(plain(recordsIn({ data: [element] })[0]?.['id']))),
  }))
}

export const ownRecordVariants: readonly Variant[] = [
  meaning(
    'own-last-changed',
    'Own records are those that the user changed last.',
    ({ lastChangedBy }, user) => lastChangedBy === user,
  ),
  meaning('own-nobodys', 'Own records are those that name the user, and none does.', () => false),
  meaning('own-of-the-company', 'Own records are those of the company of the user.', () => true),
  meaning(
    'own-to-write',
    'Own records are to read those of the company, to update and delete those that the user created.',
    (record, user, touch) => !['put', 'patch', 'delete'].includes(touch.operation) || owns(record, user, touch),
  ),
  meaning(
    'own-or-of-the-company',
    'Own records are those that the user created, and those that the company had from the start.',
    (record, user, touch) => record.createdBy === undefined || owns(record, user, touch),
  ),
  meaning(
    'own-deletions-of-all',
    'The deleted listing has the ids of all records that were deleted, whoever might have read them.',
    (record, user, touch) => touch.operation === 'deleted' || owns(record, user, touch),
  ),
  {
    id: 'own-not-found',
    leaves: ['A-AUT-13', 'B-USR-25'],
    says: 'A record that is not covered by a permission of Own is not found.',
    rule: { permission: { notOwn: () => 404 } },
  },
  {
    id: 'own-bad-request-to-write',
    leaves: ['A-AUT-13', 'B-USR-25'],
    says: 'Writing a record that is not covered by a permission of Own is answered with 400, reading it with 404.',
    rule: { permission: { notOwn: ({ operation }) => (operation === 'get' ? 404 : 400) } },
  },
  {
    id: 'own-counts-are-of-own',
    leaves: ['A-QRY-03', 'B-USR-25'],
    says: 'A statement may count by an id; it counts, as lists do in X-Total-Count, what the caller may read.',
    seam: { passage: { through: counting } },
  },
  {
    id: 'own-pages-cut-before',
    leaves: ['A-PAR-04', 'A-PAR-05', 'B-USR-25'],
    says: 'A list is cut into pages before the records that the caller may not read are left out: a page may be short, or empty.',
    seam: { passage: { through: leftOut } },
  },
]
