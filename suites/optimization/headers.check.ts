import { check, each, must } from '../../src/kit/index.ts'
import { optimization } from './requirements.ts'
import { accepted, answered, ownActivities, wish } from './wish.ts'

const headers = [
  'X-Request-Id',
  'X-Client-ID',
  'X-Client-Version',
  'X-Account-Id',
  'X-Account-Name',
  'X-Company-Id',
  'X-Company-Name',
] as const

for (const header of headers)
  check(
    optimization['headers-due'],
    `without-${header.toLowerCase()}`,
    {
      alone: true,
      sampled: true,
      brokenBy: [
        `optimization-${header.toLowerCase()}-not-required`,
        ...(header === 'X-Request-Id' ? (['optimization-request-id-not-required-of-a-user'] as const) : []),
      ],
    },
    async (context) => {
      const { ids } = await ownActivities(context)
      await accepted(context, wish(context, ids))
      // X-Request-ID is added to every request by itself, unless a check sets it.
      const bare = header === 'X-Request-Id' ? { 'X-Request-ID': undefined } : { [header]: undefined }
      // Whether or not the user is named: the headers that tell of him stand for none of the others.
      await each([{}, { 'X-User-Id': '1', 'X-User-Name': 'kit' }], async (user) =>
        must.refused4xx(await answered(context, wish(context, ids), { headers: { ...user, ...bare } })),
      )
    },
  )

check(
  optimization['headers-due'],
  'ids-that-are-no-numbers',
  {
    alone: true,
    brokenBy: [
      'optimization-account-id-any',
      'optimization-company-id-any',
      'optimization-integer-prefix',
      'optimization-company-id-prefix',
      'optimization-text-company-id-500',
      'optimization-ids-with-decimals',
    ],
  },
  async (context) => {
    const { ids } = await ownActivities(context)
    await accepted(context, wish(context, ids))
    const { accountId, companyId } = context.target.fixtures.optimization ?? {}
    const named = { 'X-Account-Id': accountId ?? 7, 'X-Company-Id': companyId ?? 7 }
    const wrong = Object.entries(named).flatMap(([header, id]) => [
      [header, `${id}x`] as const,
      [header, `${id}.5`] as const,
    ])
    await each(wrong, async ([header, value]) =>
      must.refused4xx(await answered(context, wish(context, ids), { headers: { [header]: value } })),
    )
  },
)
