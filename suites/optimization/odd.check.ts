import { observe, type Context } from '../../src/kit/index.ts'
import { dayAhead } from '../service/days.ts'
import { optimization } from './requirements.ts'
import { rescheduled } from './rescheduled.ts'
import { answered, ownActivities, wish } from './wish.ts'

observe(optimization['not-shown'], 'odd-wishes', { alone: true }, async (context) => {
  const { ids } = await ownActivities(context)
  const backwards = await answered(
    context,
    wish(context, ids, { start: `${dayAhead(context, 8)}T18:00:00Z`, end: `${dayAhead(context, 7)}T08:00:00Z` }),
  )
  const unknown = await answered(context, wish(context, [context.fresh.id()]))
  return `an end before its start: status ${backwards.status}; an unknown activity: status ${unknown.status}`
})

observe(optimization['not-shown'], 'how-many-are-rescheduled', { alone: true }, async (context) => {
  const { call, ids, starts } = await ownActivities(context, 3)
  const answer = await answered(context, wish(context, ids))
  if (answer.status !== 202) return `status ${answer.status}`
  const activities = await rescheduled(context, call, ids, starts)
  const moved = activities.filter(({ hasMoved }) => hasMoved).length
  return `${moved} of ${ids.length} activities that a start named were rescheduled`
})

/** What a start of an own activity is answered that is as it should be but for this. */
async function statusesOf(
  context: Context,
  odd: Readonly<Record<string, { readonly body?: object; readonly headers?: Readonly<Record<string, string>> }>>,
): Promise<string> {
  const { ids } = await ownActivities(context)
  const said: string[] = []
  for (const [what, { body, headers }] of Object.entries(odd)) {
    const answer = await answered(context, wish(context, ids, { ...body }), headers && { headers })
    said.push(`${what}: status ${answer.status}`)
  }
  return said.join('; ')
}

observe(optimization['not-shown'], 'headers-of-another-form', { alone: true }, (context) =>
  statusesOf(context, {
    // A server may look for some signs only.
    'an X-Client-ID with a hyphen': { headers: { 'X-Client-ID': 'FIELD-PROOF' } },
    'one with an underscore and a dot': { headers: { 'X-Client-ID': 'field_proof.1' } },
    'one with a blank and an exclamation mark': { headers: { 'X-Client-ID': 'field proof!' } },
    'an X-User-Id that is no number': { headers: { 'X-User-Id': 'abc' } },
  }),
)

observe(optimization['not-shown'], 'ids-of-no-own-company', { alone: true }, (context) =>
  statusesOf(context, {
    'an X-Account-Id of no own account': { headers: { 'X-Account-Id': '2147480001' } },
    'an X-Company-Id of no own company': { headers: { 'X-Company-Id': '2147480001' } },
    'an X-Company-Name of no company': { headers: { 'X-Company-Name': context.fresh.text() } },
  }),
)

observe(optimization['not-shown'], 'partitions-of-another-type', { alone: true }, (context) =>
  statusesOf(context, {
    'a text as partitioningStrategy': { body: { partitioningStrategy: 'x' } },
    'a list as partitioningStrategy': { body: { partitioningStrategy: [] } },
    'a text as skills': { body: { partitioningStrategy: { skills: 'x' } } },
    'a number among skills': { body: { partitioningStrategy: { skills: [1] } } },
  }),
)
