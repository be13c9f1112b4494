import {
  check,
  eventually,
  keyOf,
  matchers,
  must,
  rely,
  sameId,
  show,
  Unexercised,
  type Context,
} from '../../../src/kit/index.ts'
import { missing } from '../expansion/steps.ts'
import { pairOf } from './related.ts'
import { mustBeAsBefore, read, stored, succeeded, whole, type Stored } from '../steps.ts'
import { data } from './requirements.ts'
import { mustReferByItsId, referenceTo, referredBy } from '../inverse-end.ts'

const force = { force: true } as const

const inverseOf = ({ target }: Context) => target.fixtures.inverse ?? missing('inverse')

/** A record of another resource that refers to one. */
async function childOf(context: Context): Promise<{ parent: Stored; child: Stored; by: string; to: string }> {
  const { resource, to, by } = inverseOf(context)
  if (by in (context.target.templates[to] ?? {})) throw new Unexercised(`templates.${to} has a ${by}`)
  const parent = await stored(context, {}, resource)
  const child = await stored(context, { [by]: referenceTo(context, parent.id) }, to)
  await rely(data.create, async () => must.sameId(`${by} as created`, referredBy(context, child.dto[by]), parent.id))
  return { parent, child, by, to }
}

/** Takes the reference away; a record that must have one is as before. */
const unsettings = {
  'null-of-a-reference': {
    rule: data['null-removes'],
    fault: 'nulls-not-sent-of-other-resources',
    write: (context: Context, { id, resource }: Stored, by: string) =>
      context.api.data.patch(resource, id, { [by]: null }, force),
  },
  'put-without-a-reference': {
    rule: data.replace,
    fault: 'put-of-other-resources-keeps-texts',
    write: (context: Context, { id, resource, externalId }: Stored) =>
      context.api.data.put(resource, id, whole(context, { externalId }, resource), force),
  },
} as const

for (const name of ['null-of-a-reference', 'put-without-a-reference'] as const) {
  const { rule, fault, write } = unsettings[name]
  check(
    rule,
    `of-another-resource-${name}`,
    { needs: ['inverse'], brokenBy: [fault], sampled: true, effects: true },
    async (context) => {
      const { parent, child, by, to } = await childOf(context)
      const answer = await write(context, child, by)
      if (!succeeded(answer)) {
        must.refused4xx(answer)
        return mustBeAsBefore(context.api, child, [by])
      }
      const now = await read(context.api, child.id, to)
      must.sameId(`the id of the ${to}`, now?.['id'], child.id)
      must.hold(
        `a ${to} without the ${by} of before`,
        !sameId(referredBy(context, now?.[by]), parent.id),
        show(now?.[by] ?? null),
      )
    },
  )
}

check(
  data['external-reference'],
  'of-another-resource',
  { needs: ['inverse'], brokenBy: ['references-by-external-id-of-calls-only'], effects: true },
  async (context) => {
    const { resource, to, by } = inverseOf(context)
    mustReferByItsId(context)
    if (by in (context.target.templates[to] ?? {})) throw new Unexercised(`templates.${to} has a ${by}`)
    const parent = await stored(context, {}, resource)
    const { id, externalId } = await stored(context, {}, to)
    const patch = (value: unknown) => context.api.data.patch(to, { externalId }, { [by]: value }, force)
    const seen: string[] = []
    // How a reference by external id is written is not shown: either way may be right.
    for (const value of [parent.externalId, { externalId: parent.externalId }]) {
      const answer = await patch(value)
      const held = (await read(context.api, id, to))?.[by]
      if (succeeded(answer) && sameId(held, parent.id)) return must.sameId(`the id in ${by}`, held, parent.id)
      seen.push(`${show(value)}: status ${answer.status}, then ${by} is ${show(held ?? null)}`)
    }
    // Whether the reference of a record may be set later at all is not stated.
    if (!succeeded(await patch(parent.id))) throw new Unexercised(`a ${to} is not given another ${by}`)
    must.hold(`a reference to ${parent.id} after a PATCH by external id with its external id`, false, seen.join('; '))
  },
)

check(
  data['delete-keeps-referrers'],
  'of-one-in-a-list',
  { needs: ['list-reference'], brokenBy: ['calls-deleted-with-their-technicians'], effects: true },
  async (context) => {
    const { field, resource, to } = pairOf(context, 'listReference')
    const [one, other] = [await stored(context, {}, to), await stored(context, {}, to)]
    const record = await stored(context, { [field]: [one.id, other.id] }, resource)
    const answer = await context.api.data.remove(to, one.id, one.lastChanged)
    // That what others refer to can be deleted is not stated for each relation.
    if (!succeeded(answer)) return must.refused4xx(answer)
    const now = await read(context.api, record.id, resource)
    must.sameId('the id of the record that refers to the deleted one', now?.['id'], record.id)
    if ('query-language' in context.target.lacks) return
    await eventually(
      context,
      () => context.api.data.list(resource, { query: { query: `externalId = "${record.externalId}"` } }),
      (list) =>
        matchers.equal(
          'number of records listed that refer to the deleted one in a list',
          list.records(keyOf(resource)).length,
          1,
        ),
    )
  },
)
