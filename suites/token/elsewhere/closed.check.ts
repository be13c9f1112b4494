import { check } from '../../../src/kit/index.ts'
import { grant } from '../requirements.ts'
import { interfaceOf } from '../table/interface-of.ts'
import { waysByName } from './by-name.ts'
import { furtherWays } from './further.ts'
import { recordWays, type WayToRecord } from './records.ts'
import { mustStayClosed, namedInQuery, strangers, type Stranger } from './stranger.ts'

/** The faults of an operation that lets a stranger in: by what it finds for one who stays at home, by what it lets one name. */
function faultsOf({ operation, findsNothing, namesNothing, also = [] }: WayToRecord, stranger: Stranger) {
  const on = /bulk$/.test(operation) ? 'bulk' : operation
  return [
    ...(findsNothing ? [] : [`${stranger}-found-on-${on}`]),
    ...(namesNothing ? [] : [`${stranger}-named-on-${on}`]),
    ...also,
  ]
}

/** Faults that one way alone tells. */
const quiet: Readonly<Record<string, readonly string[]>> = {
  'data-get-of-other-account': ['read-cached-for-all-accounts', 'refusal-tells-of-other-account'],
  'company-list-of-other-account': ['company-list-tells-other-accounts-all-but-the-first'],
  'data-get-of-other-company': ['named-company-opened-when-asked-again'],
}

/** Ways past the store of records, into other companies of the account: each run tries them. */
const always = ['deleted-listing', 'attachment-content-older-form', 'company-list'].map(
  (name) => `${name}-of-other-company`,
)

for (const [name, way] of Object.entries({ ...recordWays, ...furtherWays, ...waysByName }))
  for (const stranger of Object.keys(strangers) as Stranger[])
    check(
      grant['elsewhere-closed'],
      `${name}-of-${stranger}`,
      {
        ...(always.includes(`${name}-of-${stranger}`) ? {} : { sampled: true as const }),
        calls: [interfaceOf(way.operation)],
        needs: [...way.needs, strangers[stranger]],
        brokenBy: [...faultsOf(way, stranger), ...(quiet[`${name}-of-${stranger}`] ?? [])] as [string, ...string[]],
        ...(way.effects ? { effects: true } : {}),
      },
      async (context) => mustStayClosed(context, stranger, await way.keep(context), namedInQuery(context, stranger)),
    )
