import { check, must, plainId, Unexercised } from '../../src/kit/index.ts'
import { dayAhead, knowToday } from '../service/days.ts'
import { createdSoon, fixture, idOf, leastActivity, leastCall, moment, partsIn, type Part } from '../service/tree.ts'
import { optimization } from './requirements.ts'
import { isWithin, mustHaveMoved, placedWithin, rescheduled, scheduledBefore } from './rescheduled.ts'
import { madeIfTaken, madeRequiring, mustStartWith, newSkills } from './skills.ts'
import { accepted, placedNow, wish } from './wish.ts'

/** Which of two skills an activity and its technician have; with both of them, as with none, neither has exactly one. */
const cases = {
  'of-two-skills': { activity: [0, 1], technician: [0], brokenBy: ['optimization-first-of-two-skills'] },
  'for-technicians-of-two-skills': {
    activity: [0],
    technician: [0, 1],
    brokenBy: ['optimization-technicians-of-two-skills', 'optimization-first-of-two-skills'],
  },
  partitioned: {
    activity: [0],
    technician: [0],
    brokenBy: ['optimization-partitions-before-start', 'optimization-partitions-later-technicians-before-start'],
  },
} as const

for (const [situation, { activity, technician, brokenBy }] of Object.entries(cases)) {
  const isConsidered = activity.length === 1 && technician.length === 1
  check(
    optimization[isConsidered ? 'interval' : 'partitions'],
    situation,
    { alone: true, brokenBy, effects: true },
    async (context) => {
      await knowToday(context)
      const { responsible } = fixture(context).references ?? {}
      const skills = await newSkills(context)
      const idsAt = (places: readonly number[]) => places.flatMap((at) => skills[at]?.id ?? [])
      const person = await madeIfTaken(context, 'Person', { skills: idsAt(technician) })
      const of = person === undefined ? responsible : { id: person }
      // An activity of another technician begins for itself, too.
      const second =
        isConsidered && person !== undefined
          ? await madeIfTaken(context, 'Person', { skills: idsAt(technician) })
          : undefined
      const requiring = (places: readonly number[], others: readonly Part[] = []) =>
        leastCall(context, {
          activities: [of, ...others].map((whose) =>
            leastActivity(context, {
              requirements: idsAt(places).map((skill) => ({ skill: { id: skill }, mandatory: true })),
              ...(whose ? { responsibles: [whose] } : {}),
            }),
          ),
        })
      const sent = requiring(activity, second === undefined ? [] : [{ id: second }])
      const { id, body: taken } = await madeRequiring(context, sent, requiring([0]), requiring([]))
      if (activity.length > 1 && taken !== sent) throw new Unexercised('an activity requires one skill at most')
      const made = (await placedNow(context, id)).filter((one) => idOf(one) !== undefined)
      const uuids = made.flatMap((one) => idOf(one) ?? [])
      const before = made.map(({ plannedStartDate }) => moment(plannedStartDate))
      const partitioningStrategy = { skills: skills.map(({ name }) => name) }
      const start = (body: Part) => mustStartWith(context, body, skills)
      if (isConsidered) {
        const wished = (later: number) =>
          wish(context, uuids, {
            partitioningStrategy,
            start: `${dayAhead(context, 7 + later)}T08:00:00Z`,
            end: `${dayAhead(context, 8 + later)}T18:00:00Z`,
          })
        return mustHaveMoved(await placedWithin(context, id, before, wished, start))
      }
      const from = await scheduledBefore(context, id, uuids, before)
      const body = wish(context, uuids, { partitioningStrategy })
      await start(body)
      for (const { planned, hasMoved } of await rescheduled(context, id, uuids, from))
        must.hold(
          'an activity that is not considered, not scheduled',
          !hasMoved || !isWithin(planned, body),
          new Date(planned),
        )
    },
  )
}

check(
  optimization.partitions,
  'technicians-of-another-skill',
  {
    needs: ['technician-skills'],
    alone: true,
    brokenBy: ['optimization-partitions-share-technicians'],
    effects: true,
  },
  async (context) => {
    await knowToday(context)
    const names = [context.fresh.text(), context.fresh.text()]
    const skills: string[] = []
    const people: string[] = []
    for (const name of names) {
      const skill = await madeIfTaken(context, 'Skill', { name })
      const person = skill === undefined ? undefined : await madeIfTaken(context, 'Person', { skills: [skill] })
      if (skill !== undefined) skills.push(skill)
      if (person !== undefined) people.push(person)
    }
    const [skill] = skills
    const [able, unable] = people
    if (skill === undefined || able === undefined || unable === undefined) {
      // No sentence says that a technician's skills are written with the technician; a target that refuses everything is another matter.
      await createdSoon(context, leastCall(context))
      throw new Unexercised('the target lets the kit make no technicians of two skills')
    }
    const requiring = (requirements: readonly Part[]) => {
      const activity = () => leastActivity(context, { requirements, responsibles: [{ id: able }] })
      return leastCall(context, { activities: [activity(), activity()] })
    }
    const wanted = requiring([{ skill: { id: skill }, mandatory: true }])
    const { id } = await madeRequiring(context, wanted, wanted, requiring([]))
    const made = (await placedNow(context, id)).filter((one) => idOf(one) !== undefined)
    const uuids = made.flatMap((one) => idOf(one) ?? [])
    const body = wish(context, uuids, { partitioningStrategy: { skills: names } })
    await accepted(context, body)
    const before = made.map(({ plannedStartDate }) => moment(plannedStartDate))
    const activities = await rescheduled(context, id, uuids, before)
    for (const { activity: placed } of activities) {
      const assigned = partsIn(placed['responsibles']).map((one) => plainId(String(one['id'])))
      must.lack('technician without the skill among those of an activity', assigned, plainId(unable))
    }
    mustHaveMoved(activities)
  },
)
