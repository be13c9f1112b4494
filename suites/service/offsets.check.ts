import { check, must } from '../../src/kit/index.ts'
import { dayAhead, knowToday } from './days.ts'
import { service } from './requirements.ts'
import { activitiesOf, createdIfTaken, leastActivity, leastCall, moment, readTree, type Part } from './tree.ts'

const momentsOf = (part: Part, names: readonly string[]): Part =>
  Object.fromEntries(names.map((name) => [name, moment(part[name])]))

check(
  service['round-trip'],
  'times-with-offsets',
  { brokenBy: ['service-offset-minutes-dropped', 'service-offset-cut'], effects: true },
  async (context) => {
    await knowToday(context)
    const [day, next] = [dayAhead(context, 40), dayAhead(context, 42)]
    for (const [dueDateTime, earliestStartDateTime] of [
      [`${next}T12:00:00+05:30`, `${day}T23:15:00-03:30`],
      [`${next}T00:10:00+05:45`, `${day}T12:00:00-10:00`],
    ] as const) {
      const times = { dueDateTime, earliestStartDateTime }
      const utc = Object.fromEntries(
        Object.entries(times).map(([name, value]) => [name, new Date(value).toISOString().replace('.000Z', 'Z')]),
      )
      const call = (more: Part) => leastCall(context, { ...more, activities: [leastActivity(context, more)] })
      // In which forms a time may come is not shown: one with an offset may be refused.
      const { id, tree, body } = await createdIfTaken(context, call(times), call(utc))
      for (const [where, shown] of [
        ['answer', tree],
        ['tree as read', await readTree(context, id)],
      ] as const)
        for (const [what, part, sent] of [
          ['the service call', shown, body],
          ['an activity', activitiesOf(shown)[0] ?? {}, activitiesOf(body)[0] ?? {}],
        ] as const) {
          const names = Object.keys(times)
          must.equal(`times of ${what} in the ${where}`, momentsOf(part, names), momentsOf(sent, names))
        }
    }
  },
)
