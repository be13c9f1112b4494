import type { Fault } from '../deviation.ts'
import type { House } from '../house.ts'
import type { PlatformRequest } from '../http/message.ts'
import { tokenLifetimeMs } from '../rulebook/token.ts'
import { findToken } from '../token/store.ts'
import { storeMeant } from '../variants/store-meant.ts'
import { askedOf, eachRecord, isBatch, passing, reshaping, rewriting, withQuery, type Json } from './passing.ts'
import { asksForList, isRead, isWrite, nowServed, plain, serving } from './serving.ts'
import { issuedIn } from './token-calls.ts'

/** Whether the request that is served has the token of a login without a user. */
const isOfNoUser = (): boolean => {
  const { house, token = '' } = nowServed() ?? {}
  const issued = house && findToken(house, token.replace(/^Bearer +/i, ''))
  return issued !== undefined && issued.login !== 'user'
}

/** Enters the caller as the writer of these records. */
function enterWriter(request: PlatformRequest, house: House, ids: readonly string[]): void {
  const user = issuedIn(house, request)?.user
  const store = storeMeant(request, house)
  if (!user || !store) return
  for (const resource of store.resources())
    for (const record of store.table(resource).all())
      if (ids.includes(plain(record.id)))
        store.transaction((transaction) => transaction.put(resource, { ...record, lastChangedBy: String(user.id) }))
}

const refersOnce = (record: Json): boolean =>
  Object.values(record).some((value) => typeof value === 'object' && value !== null && 'externalId' in value)

/** Quiet breaches that show to another caller than the one who wrote, or by another parameter beside. */
export const roundTwoACallerFaults: readonly Fault[] = [
  serving('token-of-no-user-ends-after-an-hour', ['A-TOK-21'], 'Tokens of accounts and clients end after an hour.', {
    rule: { token: { isOver: (ageMs) => ageMs >= (isOfNoUser() ? 3_600_000 : tokenLifetimeMs) } },
  }),
  serving('token-of-no-user-never-ends', ['A-TOK-21', 'A-AUT-01'], 'Tokens of accounts and clients never end.', {
    rule: { token: { isOver: (ageMs) => ageMs >= tokenLifetimeMs && !isOfNoUser() } },
  }),
  passing(
    'refused-write-enters-its-writer',
    ['A-DAT-21', 'A-REC-05'],
    'A write that is refused as stale makes its user the one who changed the record last.',
    async (request, go, { house }) => {
      const response = await go(request)
      const asked = askedOf(request)
      if (response.status === 409 && isWrite(asked) && asked.by === 'id')
        enterWriter(request, house, [plain(asked.name)])
      return response
    },
  ),
  passing(
    'undone-change-keeps-its-writer',
    ['A-BAT-08', 'A-REC-05'],
    'A transaction that is taken back makes its user the one who changed its records last.',
    async (request, go, { house }) => {
      const response = await go(request)
      const isTakenBack =
        isBatch(askedOf(request)) &&
        askedOf(request).query.get('transactional') !== 'false' &&
        /\r\nHTTP\/1\.1 [45]\d\d/.test(response.body.toString('latin1'))
      const named = request.body.toString('utf8').matchAll(/\r\nP(?:UT|ATCH) \S*?\/v4\/\w+\/(\w+)/g)
      if (isTakenBack)
        enterWriter(
          request,
          house,
          [...named].map(([, id]) => plain(id)),
        )
      return response
    },
  ),
  {
    id: 'created-by-external-id-has-no-writer',
    breaks: ['A-REC-05'],
    says: 'What PUT or PATCH by external id creates shows nobody as its writer.',
    rule: {
      record: {
        lastChangedBy: (writer, former, { by, operation }) =>
          by === 'externalId' && operation !== 'create' && former === undefined
            ? null
            : (writer.userId ?? writer.clientId),
      },
    },
  },
  {
    id: 'me-is-nobody-in-what-is-negated',
    breaks: ['A-CQL-06', 'A-CQL-10'],
    says: 'Within a negated group me() is nobody.',
    rule: {
      cql: {
        query: (text) =>
          text.replace(/!\s*\((?:[^()]|\(\))*\)/g, (group) => group.replaceAll('me()', `"${'0'.repeat(32)}"`)),
      },
    },
  },
  rewriting(
    'external-ids-on-the-first-page-alone',
    ['A-PAR-12'],
    'useExternalIds is ignored on the second page and later.',
    (asked) => asksForList(asked) && Number(asked.query.get('page')) > 1,
    (request) => withQuery(request, { useExternalIds: null }),
  ),
  rewriting(
    'page-of-hundred-beside-other-parameters',
    ['A-PAR-04'],
    'With fields or useExternalIds and without a paging parameter a list has up to 100 records.',
    (asked) =>
      asksForList(asked) &&
      !asked.query.has('page') &&
      !asked.query.has('pageSize') &&
      (asked.query.has('fields') || asked.query.get('useExternalIds') === 'true'),
    (request) => withQuery(request, { pageSize: '100' }),
  ),
  reshaping(
    'external-ids-of-single-references-alone',
    ['A-PAR-12'],
    'With useExternalIds the lists of a record that has a single reference, too, carry no external ids.',
    (asked) => isRead(asked) && asked.query.get('useExternalIds') === 'true',
    (body) =>
      eachRecord(body, (record) =>
        refersOnce(record)
          ? Object.fromEntries(
              Object.entries(record).map(([name, value]) => [
                name,
                Array.isArray(value) ? value.map((one) => (one as Json | null)?.['id'] ?? one) : value,
              ]),
            )
          : record,
      ),
  ),
]
