import { momentOf } from '../../src/exchange/moment.ts'
import { check, must } from '../../src/kit/index.ts'
import { freshEmail } from './emails.ts'
import { unlessFull } from './full.ts'
import {
  companiesOf,
  createdUser,
  listedWith,
  mustBeRemoved,
  otherGroup,
  sentId,
  sharedUsers,
  wholeUser,
} from './people.ts'
import { readUser } from './reading.ts'
import { user } from './requirements.ts'

check(
  user['read-only'],
  'sent-with-a-create',
  {
    effects: true,
    needs: ['many-users'],
    brokenBy: [
      'user-id-taken-over',
      'user-created-taken-over',
      'user-last-changed-taken-over',
      'user-member-group-taken-over',
      'user-post-takes-companies',
    ],
  },
  async (context) => {
    const [one] = await sharedUsers(context)
    const long = '2001-02-03T04:05:06Z'
    const concerned = companiesOf(await readUser(context, one.id)).map(({ companyId }) => companyId)
    const [companyId] = concerned
    // Where users of one group only are found, the group of a company is sent as it is anyway.
    const other = await otherGroup(context)
    const gone = await createdUser(context)
    await mustBeRemoved(context, gone.id, await context.api.user.remove(gone.id))
    // Where the id of a user who was deleted is given again, this one has it.
    await createdUser(context)
    const email = freshEmail(context)
    const body = await wholeUser(context, {
      email,
      id: sentId(gone.id),
      created: long,
      lastChanged: long,
      companies: [{ companyId, groupId: other }],
    })
    const answer = await unlessFull(context, await context.api.user.create(body))
    if (answer.status >= 300) must.refused4xx(answer)
    const listed = await listedWith(context, email)
    must.equal('users with the e-mail', listed.length, answer.status < 300 ? 1 : listed.length)
    for (const dto of listed) {
      must.differ('the id', String(dto['id']), gone.id)
      for (const name of ['created', 'lastChanged']) must.differ(name, momentOf(dto[name]), momentOf(long))
      must.equal(
        'groups of its companies',
        [...new Set(companiesOf(dto).map(({ groupId }) => groupId))],
        [body['companyGroupId']],
      )
      const has = companiesOf(dto).map((each) => each.companyId)
      must.include('its companies, of which one was sent', has, concerned)
    }
  },
)
