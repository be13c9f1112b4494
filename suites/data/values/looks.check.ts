import type { Answer } from '../../../src/clients/answer.ts'
import { check, each, eventually, keyOf, matchers, must, type Context } from '../../../src/kit/index.ts'
import type { Need } from '../../../src/target/needs.ts'
import { shaping } from '../list/requirements.ts'
import { madeOnce } from '../made-once.ts'
import { changeable, filled, mustReadAlike, type Filled } from './as-read.ts'

/** A full record of each resource, shared: nothing changes it. */
const full = madeOnce(async (context): Promise<ReadonlyMap<string, Filled>> => {
  const made = new Map<string, Filled>()
  await each(changeable(context), async (resource) => void made.set(resource, await filled(context, resource)))
  return made
})

interface Look {
  readonly needs?: readonly Need[]
  /** Whether it goes by a list, which may show a record late. */
  readonly lists?: true
  readonly ask: (context: Context, record: Filled['record'], fields: string) => Promise<Answer>
}

const listed = (
  { api }: Context,
  { resource, externalId }: Filled['record'],
  more: Readonly<Record<string, string>>,
): Promise<Answer> => api.data.list(resource, { query: { query: `externalId = "${externalId}"`, ...more } })

/** Ways to look at a record, each of which shows the values that a plain read by id shows. */
const looks: Readonly<Record<string, Look>> = {
  'by-id-with-fields': {
    ask: ({ api }, { resource, id }, fields) => api.data.get(resource, id, { query: { fields } }),
  },
  'by-external-id-with-fields': {
    ask: ({ api }, { resource, externalId }, fields) => api.data.get(resource, { externalId }, { query: { fields } }),
  },
  'with-fields': { lists: true, ask: (context, record, fields) => listed(context, record, { fields }) },
  'sorted-list': { lists: true, ask: (context, record) => listed(context, record, { orderBy: 'externalId asc' }) },
  'sorted-list-with-fields': {
    lists: true,
    ask: (context, record, fields) => listed(context, record, { fields, orderBy: 'externalId desc' }),
  },
  'page-of-a-list': { lists: true, ask: (context, record) => listed(context, record, { pageSize: '5' }) },
  'page-with-fields': {
    lists: true,
    ask: (context, record, fields) => listed(context, record, { fields, pageSize: '5' }),
  },
}

for (const [name, { needs = [], lists, ask }] of Object.entries(looks))
  check(
    shaping['same-by-every-route'],
    `every-value-${name}`,
    {
      needs: ['shaping', ...(lists ? (['query-language'] as const) : []), ...needs],
      brokenBy: [`date-times-as-numbers-${name}`],
      sampled: true,
      effects: true,
    },
    async (context) => {
      for (const [resource, { body, record, dto }] of await full(context)) {
        const sent = Object.keys(body).filter((field) => field in dto)
        const served = ['lastChanged', 'lastChangedBy'].filter((field) => field in dto)
        const fields = [...served, ...sent].join(',')
        const own = (answer: Answer) => answer.records(keyOf(resource))[0]
        const answer = lists
          ? await eventually(
              context,
              () => ask(context, record, fields),
              (told) => matchers.present(`the ${resource} in a list`, own(told), told),
            )
          : await ask(context, record, fields)
        must.success(answer)
        mustReadAlike(`${resource} (${name})`, own(answer) ?? {}, dto, { set: sent })
      }
    },
  )
