import { check, each, eventually, keyOf, matchers, must } from '../../../src/kit/index.ts'
import { pointing } from '../pointing.ts'
import { stored, succeeded } from '../steps.ts'
import { quoted } from './asks.ts'
import { cql } from './requirements.ts'

check(
  cql['query-object-reference'],
  'by-resource-and-id',
  {
    needs: ['object-reference'],
    effects: true,
    brokenBy: [
      'cql-object-reference-ignored',
      'cql-object-type-ignored',
      'cql-object-narrows-or',
      'criteria-go-by-the-first-object',
    ],
  },
  async (context) => {
    const { resource, criterion, at, ends, written } = pointing(context)
    const [one, other] = ends
    const made = async (to: string) => (await stored(context, {}, to)).id
    const [first, second, third] = [await made(one), await made(one), other === undefined ? '' : await made(other)]
    const names = [
      await at(one, first),
      await at(one, second),
      ...(other === undefined ? [] : [await at(other, third)]),
    ]
    const scope = `externalId in (${names.map(quoted).join(', ')})`
    const ofTwo: ReadonlyArray<readonly [string, string, readonly number[]]> =
      other === undefined
        ? []
        : [
            [other, third, [2]],
            [one, third, []],
          ]
    const looks = [[one, first, [0]] as const, [one, second, [1]] as const, ...ofTwo]
    await each(looks, async ([type, id, wanted]) => {
      const answer = await context.api.data.list(resource, {
        query: { query: `${scope} AND ${criterion(type)} = ${quoted(id)}` },
      })
      must.success(answer)
      const found = answer
        .records(keyOf(resource))
        .map((record) => names.indexOf(String(record['externalId'])))
        .sort((a, b) => a - b)
      must.equal(`positions of the records with ${criterion(type)} = "<id>"`, found, [...wanted])
    })
    const either = `${criterion(one)} = ${quoted(first)} OR ${criterion(other ?? one)} = ${quoted(third || second)}`
    const answer = await context.api.data.list(resource, { query: { query: `${scope} AND (${either})` } })
    must.success(answer)
    must.equal('number of records that point to one of two', answer.records(keyOf(resource)).length, 2)
    // Pointed anew, if that is taken: it is where it points to now, and nowhere else.
    const [next, to] = other === undefined ? ([second, one] as const) : ([third, other] as const)
    const [name = ''] = names
    const patch = await context.api.data.patch(resource, { externalId: name }, written(to, next), { force: true })
    if (!succeeded(patch)) return must.refused4xx(patch)
    for (const [type, id, found] of [
      [one, first, 0],
      [to, next, 1],
    ] as const)
      await eventually(
        context,
        () =>
          context.api.data.list(resource, {
            query: { query: `externalId = ${quoted(name)} AND ${criterion(type)} = ${quoted(id)}` },
          }),
        (list) =>
          matchers.success(list) ??
          matchers.equal(
            `number of records with ${criterion(type)} = "<id>" after ${found === 0 ? 'one was pointed elsewhere' : 'one was pointed to it'}`,
            list.records(keyOf(resource)).length,
            found,
          ),
      )
  },
)
