import { check, must, rely, type Context } from '../../src/kit/index.ts'
import { mustBeAbsent } from '../data/steps.ts'
import { scim } from '../scim/requirements.ts'
import { service } from '../service/requirements.ts'
import { callFields, documented, mustBeSame, mustShowAll } from '../service/same.ts'
import { idOf, leastCall, partOf, treeIn, type Part } from '../service/tree.ts'
import { asPart } from './as-part.ts'
import { everyGroup, groupSchema } from '../scim/people.ts'
import { attribute } from '../scim/reading.ts'
import { batch } from './requirements.ts'
import { failing, mustAllSucceed, mustFailAt, send, stored } from './steps.ts'

const needs = service.create.needs ?? []

/** Parts that create trees, as one is created outside of a batch. */
async function creatingTrees(context: Context) {
  const outside = await rely(
    service.create,
    async () => treeIn(await context.api.service.create(leastCall(context))).answer,
  )
  return (body: Part) => ({ ...asPart(outside, context), body: JSON.stringify(body) })
}

check(
  batch['any-interface'],
  'part-that-creates-a-tree',
  { needs, brokenBy: ['batch-part-unknown-of-service-create'], effects: true },
  async (context) => {
    const creating = await creatingTrees(context)
    const body = leastCall(context)
    const answer = await send(context, [creating(body)], { transactional: false })
    mustAllSucceed(answer, 1)
    const told = partOf(answer.parts[0]?.json)
    const id = idOf(told)
    must.present('the id of the service call in the answer of its part', id)
    const { tree } = treeIn(await context.api.service.get(id ?? ''))
    mustBeSame(
      'the service call, answered in a part and read, the same',
      documented(told, callFields, body),
      documented(tree, callFields, body),
    )
    mustShowAll('the service call as a part sent it', body, tree)
  },
)

check(
  batch['transaction-undone'],
  'a-tree-before-what-fails',
  { needs, brokenBy: ['batch-trees-committed-by-themselves'], effects: true },
  async (context) => {
    const creating = await creatingTrees(context)
    const body = leastCall(context)
    const record = await stored(context)
    const answer = await send(context, [creating(body), failing(context, record)])
    // A part that a transaction does not take fails itself: nothing is stored then, either.
    if (answer.parts[0] && answer.parts[0].status < 300) mustFailAt(answer, 1, 2)
    await mustBeAbsent(context.api, { externalId: body['externalId'] })
  },
)

check(
  batch['transaction-undone'],
  'a-group-before-what-fails',
  {
    needs: scim['create-group'].needs ?? [],
    brokenBy: ['batch-groups-committed-by-themselves'],
    sampled: true,
    effects: true,
  },
  async (context) => {
    const displayName = context.fresh.externalId()
    const body = { schemas: [groupSchema], displayName: context.fresh.externalId() }
    const outside = await rely(scim['create-group'], async () => {
      const answer = await context.api.scim.groups.create(body)
      must.success(answer)
      return answer
    })
    const creating = { ...asPart(outside, context), body: JSON.stringify({ ...body, displayName }) }
    const answer = await send(context, [creating, failing(context, await stored(context))])
    // A part that a transaction does not take fails itself: nothing is stored then, either.
    if (answer.parts[0] && answer.parts[0].status < 300) mustFailAt(answer, 1, 2)
    const names = (await everyGroup(context)).map((group) => attribute(group, 'displayName'))
    must.include('names in the list of groups', names, [body.displayName])
    must.lack('group of a batch that was undone', names, displayName)
  },
)
