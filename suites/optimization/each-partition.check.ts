import { check, isObjection, must, sameId, Unexercised } from '../../src/kit/index.ts'
import { dayAhead, knowToday } from '../service/days.ts'
import { idOf, leastActivity, leastCall } from '../service/tree.ts'
import { optimization } from './requirements.ts'
import { mustHaveMoved, rescheduled } from './rescheduled.ts'
import { madeIfTaken, madeRequiring, mustStartWith, mustTakeSkills, newSkills } from './skills.ts'
import { answered, placedNow, wish } from './wish.ts'

check(
  optimization.partitions,
  'each-by-itself',
  {
    needs: ['technician-skills'],
    alone: true,
    brokenBy: ['optimization-first-partition-alone', 'optimization-last-partition-alone'],
    effects: true,
  },
  async (context) => {
    await knowToday(context)
    const skills = await newSkills(context)
    const people: Array<string | undefined> = []
    for (const { id } of skills)
      people.push(id === undefined ? undefined : await madeIfTaken(context, 'Person', { skills: [id] }))
    const sent = skills.map(({ id }, at) =>
      leastActivity(context, {
        requirements: [{ skill: { id }, mandatory: true }],
        responsibles: [{ id: people[at] }],
      }),
    )
    const body = leastCall(context, { activities: sent })
    const without = leastCall(context, { activities: [leastActivity(context), leastActivity(context)] })
    // A target that refuses everything is another matter than one in which technicians of two skills cannot be made.
    const { id, body: taken } = await madeRequiring(context, people.every(Boolean) ? body : without, without, without)
    if (!people.every(Boolean)) throw new Unexercised('the target lets the kit make no technicians of two skills')
    if (taken === without) throw new Unexercised('no activity that requires a skill which the kit made is taken')
    const made = await placedNow(context, id)
    const uuids = sent.map(({ subject }) => idOf(made.find((one) => one['subject'] === subject)) ?? '')
    let before = sent.map((): unknown => undefined)
    const moved: string[] = []
    // Which activities find a place is not shown (B-OPT-16): it does not go by the order in which skills are listed.
    for (const [day, listed] of [
      [7, skills],
      [10, skills.toReversed()],
    ] as const) {
      const start = wish(context, uuids, {
        partitioningStrategy: { skills: listed.map(({ name }) => name) },
        start: `${dayAhead(context, day)}T08:00:00Z`,
        end: `${dayAhead(context, day + 1)}T18:00:00Z`,
      })
      if (moved.length === 0) await mustStartWith(context, start, skills)
      else {
        const again = await answered(context, start)
        // What found no place may have lost its technician, and whether those without one are taken is not said (B-OPT-16).
        if (isObjection(again)) throw new Unexercised('activities that one start rescheduled are not taken by the next')
        mustTakeSkills(again, skills)
      }
      const activities = await rescheduled(context, id, uuids, before)
      mustHaveMoved(activities)
      before = activities.map(({ planned }) => planned)
      const places = listed.map(({ name }) => skills.findIndex((one) => one.name === name))
      moved.push(places.map((at) => activities.some((one) => sameId(one.id, uuids[at] ?? '') && one.hasMoved)).join())
    }
    const isOneAlone = moved[0] === moved[1] && moved[0] !== 'true,true'
    must.hold('activities of each skill scheduled, wherever it is listed', !isOneAlone, moved)
  },
)
