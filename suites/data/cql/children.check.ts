import { check, eventually, keyOf, matchers, Unexercised } from '../../../src/kit/index.ts'
import { withInverse } from '../expansion/steps.ts'
import { idsOfDtos, mustBeSearched, scopeOf } from '../list/ladder.ts'
import { succeeded, type Stored } from '../steps.ts'
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
