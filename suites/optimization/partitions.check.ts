import { check, must, type Context } from '../../src/kit/index.ts'
import { succeeded, whole } from '../data/steps.ts'
import { activitiesOf, created, fixture, idOf, leastActivity, leastCall, partOf, type Part } from '../service/tree.ts'
import { optimization } from './requirements.ts'
import { answered, wish } from './wish.ts'

/** A record that the target may refuse: which fields it has is not said here. */
async function madeIfTaken(context: Context, resource: string, more: Part): Promise<string | undefined> {
  if (!(resource in context.target.templates) || !(resource in context.target.dtos)) return undefined
  const body = whole(context, { id: context.fresh.id(), ...more }, resource)
  return succeeded(await context.api.data.create(resource, body)) ? String(body['id']) : undefined
}

check(
  optimization.partitions,
  'of-two-skills',
  { alone: true, brokenBy: ['optimization-first-of-two-skills'], effects: true },
  async (context) => {
    const { responsible } = fixture(context).references ?? {}
    const skills = []
    for (const name of [context.fresh.text(), context.fresh.text()])
      skills.push({ name, id: await madeIfTaken(context, 'Skill', { name }) })
    const [first] = skills
    const technician = await madeIfTaken(context, 'Person', first?.id === undefined ? {} : { skills: [first.id] })
    const of = technician === undefined ? responsible : { id: technician }
    const requirements = skills.flatMap(({ id }) => (id === undefined ? [] : [{ skill: { id }, mandatory: true }]))
    const activity = leastActivity(context, { requirements, ...(of ? { responsibles: [of] } : {}) })
    const { id, tree } = await created(context, leastCall(context, { activities: [activity] }))
    const [made] = activitiesOf(tree)
    const uuid = idOf(made) ?? ''
    // With two of the skills listed, as with none, an activity does not have exactly one.
    const body = wish(context, [uuid], { partitioningStrategy: { skills: skills.map(({ name }) => name) } })
    must.status(await answered(context, body), 202)
    await context.wait(context.target.fixtures.optimization?.waitMs ?? 3000)
    const answer = await context.api.service.activity(id, uuid)
    must.status(answer, 200)
    const planned = Date.parse(String(partOf(answer.json)['plannedStartDate']))
    const isWithin = planned >= Date.parse(String(body['start'])) && planned < Date.parse(String(body['end']))
    must.hold('an activity with two of the skills, not scheduled', !isWithin, partOf(answer.json)['plannedStartDate'])
  },
)
