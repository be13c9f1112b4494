import type { Fault } from '../deviation.ts'
import { missingRecord } from '../data/refusal.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { shapeRules } from '../rulebook/shape.ts'
import type { Seams } from '../seams/seams.ts'
import type { StoredRecord } from '../store/record.ts'
import { findToken } from '../token/store.ts'
import { askedOf, isWell, jsonIn, passing } from './passing.ts'
import { isPost, nowServed, plain, serving } from './serving.ts'
import { issuedIn } from './token-calls.ts'

const { expand } = shapeRules

/** Who uploaded each attachment. */
const uploaders = perHouse(() => new Map<string, unknown>())

/** Answers so to a user who asks for the content of what another one uploaded. */
export const contentForOthers =
  (answer: () => PlatformResponse): Seams['passage']['through'] =>
  async (request, go, { house }) => {
    const asked = askedOf(request)
    const user = issuedIn(house, request)?.user?.id
    const id = asked.query.get('guid') ?? (asked.by === 'content' ? asked.name : undefined)
    const known = id === undefined ? undefined : uploaders(house).get(plain(id))
    if (known !== undefined && user !== undefined && known !== user) return answer()
    const response = await go(request)
    const sent = asked.resource === 'Attachment' && isPost(asked) && isWell(response) ? jsonIn(request) : undefined
    if (sent && user !== undefined) uploaders(house).set(plain(sent['id']), user)
    return response
  }

/** The records that the caller wrote; all of them for one who is no user. */
function ownOf<Found>(found: readonly Found[]): readonly Found[] {
  const { house, token = '' } = nowServed() ?? {}
  const user = house && findToken(house, token.replace(/^Bearer +/i, ''))?.user
  return user ? found.filter((one) => (one as unknown as StoredRecord).lastChangedBy === String(user.id)) : found
}

/** Quiet breaches that only a colleague meets. */
export const missesThirtyDataFaults: readonly Fault[] = [
  passing(
    'attachment-content-for-its-uploader-alone',
    ['A-ATT-03', 'A-ATT-04'],
    'The content of an attachment is found for the user who uploaded it, and for no other one.',
    contentForOthers(() => json(404, missingRecord.body)),
  ),
  serving(
    'expansion-of-own-records-alone',
    ['A-EXP-01', 'A-EXP-03'],
    'Of records that refer to one those are expanded and counted that the caller wrote last.',
    {
      rule: {
        expand: {
          many: (found, all) => expand.many(ownOf(found), all),
          count: (found, all) => expand.count(ownOf(found), all),
        },
      },
    },
  ),
]
