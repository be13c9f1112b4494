import { check, eventually, keyOf, matchers, must, rely, Unexercised } from '../../../src/kit/index.ts'
import { missing, withInverse } from '../expansion/steps.ts'
import { referenceTo } from '../inverse-end.ts'
import { idsOfDtos, mustBeSearched, scopeOf } from '../list/ladder.ts'
import { data } from '../record/requirements.ts'
import { current, stored, succeeded, type Stored } from '../steps.ts'
import { cql } from './requirements.ts'

check(
  cql['query-linked-field'],
  'each-of-three-that-refer-to-it',
  {
    needs: ['inverse'],
    brokenBy: ['cql-first-of-the-children-only', 'cql-linked-many-last-only', 'cql-parent-once-for-each-child'],
    effects: true,
  },
  async (context) => {
    const { parent, related, other, field } = await withInverse(context, 3)
    const parents = [parent, other.parent]
    await mustBeSearched(context, parents, parent.resource)
    await mustBeSearched(context, [...related, ...other.related], related[0]?.resource)
    const ask = (criterion: string) =>
      context.api.data.list(parent.resource, { query: { query: `${scopeOf(parents)} AND ${criterion}` } })
    const named = (...children: readonly Stored[]) => scopeOf(children).replace('externalId', `${field}.externalId`)
    let isAsked = false
    for (const child of related) {
      const answer = await ask(named(child))
      isAsked ||= succeeded(answer) && answer.records(keyOf(parent.resource)).length > 0
    }
    // Whether a criterion may go to what refers to a record is not stated for each relation.
    if (!isAsked) throw new Unexercised(`no criterion on ${field} finds a ${parent.resource}`)
    const looks: ReadonlyArray<readonly [criterion: string, found: readonly Stored[]]> = [
      ...related.map((child) => [named(child), [parent]] as const),
      [named(...related), [parent]],
      [named(...related.slice(1), ...other.related), parents],
    ]
    for (const [criterion, found] of looks)
      await eventually(
        context,
        () => ask(criterion),
        (answer) =>
          matchers.success(answer) ??
          matchers.equal(
            `records, each once, that ${criterion} finds`,
            idsOfDtos(answer.records(keyOf(parent.resource))).sort(),
            idsOfDtos(found.map(({ dto }) => dto)).sort(),
          ),
      )
  },
)

check(
  cql['query-linked-field'],
  'by-patterns-and-moments-of-what-refers-to-it',
  {
    needs: ['inverse'],
    brokenBy: ['cql-orders-through-links-by-the-record-itself', 'cql-patterns-on-children-without-wildcards'],
    sampled: true,
    effects: true,
  },
  async (context) => {
    const { resource, field, to, by } = context.target.fixtures.inverse ?? missing('inverse')
    const pair = async () => {
      const parent = await stored(context, {}, resource)
      const child = await stored(context, { [by]: referenceTo(context, parent.id) }, to)
      await context.wait(20)
      return { parent, child }
    }
    const [one, two] = [await pair(), await pair()]
    await mustBeSearched(context, [one.parent, two.parent], resource)
    await mustBeSearched(context, [one.child, two.child], to)
    const ask = (criterion: string) =>
      context.api.data.list(resource, {
        query: { query: `${scopeOf([one.parent, two.parent])} AND ${field}.${criterion}` },
      })
    const name = one.child.externalId
    const answer = await ask(`externalId = "${name}"`)
    // Whether a criterion may go to what refers to a record is not stated for each relation.
    if (!succeeded(answer) || answer.records(keyOf(resource)).length === 0)
      throw new Unexercised(`no criterion on ${field} finds a ${resource}`)
    const { lastChanged } = await current(context.api, two.child, to)
    const younger = await ask(`lastChanged > ${lastChanged}`)
    must.success(younger)
    const looks: ReadonlyArray<readonly [criterion: string, found: Stored]> = [
      [`externalId like "${name.slice(0, -1)}%${name.slice(-1)}"`, one.parent],
      // What a service adds by itself may be younger than what a check made.
      ...(younger.records(keyOf(resource)).length === 0
        ? ([[`lastChanged >= ${lastChanged}`, two.parent]] as const)
        : []),
    ]
    for (const [criterion, found] of looks)
      await eventually(
        context,
        () => ask(criterion),
        (list) =>
          matchers.success(list) ??
          matchers.equal(
            `records that ${field}.${criterion} finds`,
            idsOfDtos(list.records(keyOf(resource))),
            idsOfDtos([found.dto]),
          ),
      )
  },
)

check(
  cql['query-linked-field'],
  'until-what-refers-to-it-is-deleted',
  {
    needs: ['inverse'],
    brokenBy: [
      'cql-deleted-children-still-lead-to-their-parent',
      'cql-deleted-by-external-id-still-lead-to-their-parent',
    ],
    effects: true,
  },
  async (context) => {
    const { resource, field, to, by } = context.target.fixtures.inverse ?? missing('inverse')
    const parent = await stored(context, {}, resource)
    const child = () => stored(context, { [by]: referenceTo(context, parent.id) }, to)
    const children = [await child(), await child()]
    await mustBeSearched(context, [parent], resource)
    await mustBeSearched(context, children, to)
    const found = async ({ externalId }: Stored) => {
      const query = `${scopeOf([parent])} AND ${field}.externalId = "${externalId}"`
      const answer = await context.api.data.list(resource, { query: { query } })
      return succeeded(answer) ? answer.records(keyOf(resource)).length : undefined
    }
    // Whether a criterion may go to what refers to a record is not stated for each relation.
    for (const one of children)
      if ((await found(one)) !== 1) throw new Unexercised(`no criterion on ${field} finds a ${resource}`)
    for (const [at, one] of children.entries()) {
      const ref = at === 0 ? one.id : { externalId: one.externalId }
      await rely(data['force-delete'], async () =>
        must.success(await context.api.data.remove(to, ref, undefined, { force: true })),
      )
      await eventually(
        context,
        () => found(one),
        (count) =>
          matchers.equal(
            `number of records found by the ${field} that was deleted ${at === 0 ? 'by id' : 'by external id'}`,
            count,
            0,
          ),
      )
      if (at === 0) must.equal(`number of records found by the ${field} that is left`, await found(children[1]!), 1)
    }
  },
)
