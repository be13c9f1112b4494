import { check, must, Unexercised } from '../../src/kit/index.ts'
import { dayAhead, dayOfAnotherWeekYear, knowToday, midWeek } from './days.ts'
import { service } from './requirements.ts'
import {
  activitiesOf,
  createdIfTaken,
  idOf,
  leastActivity,
  leastCall,
  moment,
  partOf,
  readTree,
  type Part,
} from './tree.ts'

const momentsOf = (part: Part, names: readonly string[]): Part =>
  Object.fromEntries(names.map((name) => [name, moment(part[name])]))

check(
  service['round-trip'],
  'times-with-offsets',
  { brokenBy: ['service-offset-minutes-dropped', 'service-offset-cut'], effects: true },
  async (context) => {
    await knowToday(context)
    const days = midWeek(context, 40)
    const [day, next] = [dayAhead(context, days), dayAhead(context, days + 2)]
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

check(
  service['round-trip'],
  'due-about-the-new-year',
  { brokenBy: ['service-activities-due-in-year-of-week'], effects: true },
  async (context) => {
    await knowToday(context)
    const dueDateTime = `${dayOfAnotherWeekYear(context)}T10:00:00Z`
    const usual = { dueDateTime: `${dayAhead(context, midWeek(context, 40))}T10:00:00Z` }
    const call = (more: Part) => leastCall(context, { ...more, activities: [leastActivity(context, more)] })
    // That a time some months ahead is taken is not said.
    const { id, tree, body } = await createdIfTaken(context, call({ dueDateTime }), call(usual))
    const sent = moment(body['dueDateTime'])
    const [one = {}] = activitiesOf(tree)
    const alone = partOf((await context.api.service.activity(id, idOf(one) ?? '')).json)
    const read = await readTree(context, id)
    for (const [what, part] of [
      ['the service call as read', read],
      ['the activity in the answer', one],
      ['the activity as read in its tree', activitiesOf(read)[0] ?? {}],
      ['the activity as read by itself', alone],
    ] as const)
      must.equal(`the time that ${what} is due at`, moment(part['dueDateTime']), sent)
  },
)

check(
  service['round-trip'],
  'times-before-and-after-those-of-the-call',
  {
    brokenBy: [
      'service-activities-due-with-their-call-at-the-latest',
      'service-activities-begin-with-their-call-at-the-earliest',
      'service-activities-no-longer-than-their-call',
      'service-call-due-with-its-last-activity',
    ],
    effects: true,
  },
  async (context) => {
    await knowToday(context)
    const days = midWeek(context, 40)
    const timesOf = (later: number): Part => ({
      earliestStartDateTime: `${dayAhead(context, days + later)}T08:30:00Z`,
      dueDateTime: `${dayAhead(context, days + later)}T16:30:00Z`,
      durationInMinutes: 30 * (later + 1),
    })
    const call = (before: number, after: number) =>
      leastCall(context, {
        ...timesOf(1),
        activities: [before, after].map((later) => leastActivity(context, timesOf(later))),
      })
    const sent = call(0, 2)
    const { id, tree, body } = await createdIfTaken(context, sent, call(1, 1))
    // That an activity may be due after its call, or begin before it, is not said: what is taken is kept.
    if (body !== sent) throw new Unexercised('activities are refused that have other times than their call')
    const read = await readTree(context, id)
    const names = Object.keys(timesOf(1))
    for (const shown of [tree, read]) {
      must.equal('times of the service call', momentsOf(shown, names), momentsOf(body, names))
      for (const wanted of activitiesOf(body)) {
        const one = activitiesOf(shown).find(({ subject }) => subject === wanted['subject']) ?? {}
        must.equal('times of an activity in its tree', momentsOf(one, names), momentsOf(wanted, names))
      }
    }
    for (const wanted of activitiesOf(body)) {
      const one = activitiesOf(read).find(({ subject }) => subject === wanted['subject'])
      const alone = partOf((await context.api.service.activity(id, idOf(one) ?? '')).json)
      must.equal('times of an activity by itself', momentsOf(alone, names), momentsOf(wanted, names))
    }
  },
)

check(
  service['planned-dates'],
  'sent-beside-other-times',
  {
    brokenBy: ['service-planned-start-taken-beside-due-and-earliest'],
    effects: true,
  },
  async (context) => {
    const planned = { plannedStartDate: '2032-01-02T03:04:00Z', plannedEndDate: '2032-01-02T04:04:00Z' }
    const wished = { earliestStartDateTime: '2032-01-01T08:00:00Z', dueDateTime: '2032-01-05T17:00:00Z' }
    const call = (more: Part) => leastCall(context, { activities: [leastActivity(context, more)] })
    // Dates that are read-only may be refused.
    const { id, tree } = await createdIfTaken(context, call({ ...wished, ...planned }), call({}))
    const [one = {}] = activitiesOf(tree)
    const alone = partOf((await context.api.service.activity(id, idOf(one) ?? '')).json)
    const sent = Object.values(planned).map(moment)
    for (const activity of [one, alone, ...activitiesOf(await readTree(context, id))])
      for (const field of Object.keys(planned))
        must.hold(`a ${field} that is none that was sent`, !sent.includes(moment(activity[field])), activity[field])
  },
)
