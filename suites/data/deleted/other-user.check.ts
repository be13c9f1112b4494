import { check, must } from '../../../src/kit/index.ts'
import { otherUser } from '../other-user.ts'
import { call, mustBeAbsent, stored, succeeded } from '../steps.ts'
import { deleted } from './requirements.ts'
import { around, mustBeListed } from './steps.ts'

check(
  deleted['deleted-interval'],
  'deleted-by-another-user',
  { brokenBy: ['deletions-of-others-not-listed'], needs: ['other-user'], effects: true },
  async (context) => {
    const other = await otherUser(context)
    const record = await stored(context)
    const answer = await other.data.remove(call, record.id, undefined, { force: true })
    // That every user may delete what another made is not stated.
    if (!succeeded(answer)) return must.refused4xx(answer)
    await mustBeAbsent(context.api, record)
    await mustBeListed(context, record, around(record))
  },
)
