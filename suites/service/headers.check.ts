import { check, must } from '../../src/kit/index.ts'
import { succeeded } from '../data/steps.ts'
import { clientCredentials } from '../token/client-credentials.ts'
import { validation } from '../token/requirements.ts'
import { service } from './requirements.ts'
import { activitiesOf, created, idOf, leastActivity, leastCall, mustLeaveNone, treeIn } from './tree.ts'

const headers = ['X-Account-Name', 'X-Company-Name', 'X-Client-ID', 'X-Client-Version'] as const

for (const header of headers)
  check(
    service['headers-due'],
    `without-${header.toLowerCase()}`,
    {
      brokenBy: [
        `service-${header.toLowerCase()}-not-required`,
        'service-activity-get-no-headers',
        ...(header === 'X-Client-ID'
          ? ['service-activity-needs-no-client-id', 'service-client-id-of-the-call-before']
          : []),
        ...(header === 'X-Company-Name' ? ['service-header-500'] : []),
        ...(header === 'X-Client-Version' ? ['service-header-checked-after-store'] : []),
      ],
    },
    async (context) => {
      const { id, tree } = await created(context, leastCall(context))
      const [activity] = activitiesOf(tree)
      const bare = { headers: { [header]: undefined } }
      const body = leastCall(context)
      must.refused4xx(await context.api.service.create(body, bare))
      await mustLeaveNone(context, body)
      must.refused4xx(await context.api.service.get(id, bare))
      if (activity) must.refused4xx(await context.api.service.activity(id, idOf(activity) ?? '', bare))
    },
  )

const optional = [
  'responsibles',
  'equipments',
  'reservedMaterials',
  'requirements',
  'attachments',
  'udfValues',
  'address',
]

check(
  service['no-server-error'],
  'odd-bodies',
  {
    brokenBy: [
      'service-malformed-crashes',
      'service-malformed-uid-500',
      'service-malformed-activity-uid-500',
      'service-null-of-an-optional-part-crashes',
      'service-null-contact-crashes',
    ],
  },
  async (context) => {
    const made = treeIn(await context.api.service.create(leastCall(context)))
    for (const body of ['', '[]', 'null', '"text"', '{"subject":', '{"activities":"none"}'])
      must.notCrashed(await context.api.service.create(body), `the body ${JSON.stringify(body)}`)
    // What a null of an optional part means is not said: it is refused, or taken in some way.
    const nulls = Object.fromEntries(optional.map((name) => [name, null]))
    const ofCalls = [...optional, 'contact', 'createPerson']
    const nulled = await context.api.service.create(
      leastCall(context, Object.fromEntries(ofCalls.map((name) => [name, null]))),
    )
    must.notCrashed(nulled, 'a service call whose optional parts are all null')
    // A refusal of one part hides what the others do.
    for (const name of succeeded(nulled) ? [] : ofCalls)
      must.notCrashed(await context.api.service.create(leastCall(context, { [name]: null })), `${name} null`)
    must.notCrashed(
      await context.api.service.create(leastCall(context, { activities: [leastActivity(context, nulls)] })),
      'an activity whose optional parts are all null',
    )
    for (const id of ['x', `${context.fresh.tag} ü/`, context.fresh.tag.padEnd(3000, 'x')])
      must.notCrashed(await context.api.service.get(id), `a service call of the id ${id.slice(0, 20)}`)
    for (const id of ['x', `${context.fresh.tag} ü/`])
      must.notCrashed(await context.api.service.activity(made.id, id), `an activity of the id ${id}`)
  },
)

check(
  validation['no-token-refused'],
  'other-scheme-on-every-call-of-service-calls',
  {
    calls: ['service'],
    needs: service.create.needs ?? [],
    sampled: true,
    brokenBy: [
      'other-scheme-taken-on-service-get',
      'other-scheme-taken-on-service-activity',
      'other-scheme-taken-on-service-create',
    ],
  },
  async (context) => {
    const options = clientCredentials(context)
    const { id, tree } = await created(context, leastCall(context, { activities: [leastActivity(context)] }))
    must.refused4xx(await context.api.service.get(id, options))
    for (const activity of activitiesOf(tree).map(idOf))
      if (activity !== undefined) must.refused4xx(await context.api.service.activity(id, activity, options))
    must.refused4xx(await context.api.service.create(leastCall(context), options))
  },
)
