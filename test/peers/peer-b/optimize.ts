import type { Answer, Call } from '../http.ts'
import { oauthRefusal, onlyMethods, Refusal } from '../http.ts'
import type { Row, Values } from '../peer/model.ts'
import type { Context, Place } from './context.ts'
import { headerOf, invalid, isObject, jsonOf, momentOf } from './context.ts'

/** Choice: three plugins are known, by exact name. */
export const plugins = ['Quickest', 'Nearest', 'SkillsFirst']
/** Choice: a job takes this long, and there is one at a time in a company. */
const duration = 300

const named = [
  'Authorization',
  'X-Request-Id',
  'X-Client-Id',
  'X-Client-Version',
  'X-Account-Id',
  'X-Account-Name',
  'X-Company-Id',
  'X-Company-Name',
]

interface Job {
  readonly activityIds: readonly string[]
  readonly start: number
  readonly end: number
  readonly skills: readonly string[] | undefined
}

const texts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && one !== '')

function jobOf(body: Values, { records }: Place): Job {
  // Choice: the plugin is spelled as in the sample; the table's spelling is an additional property.
  const extra = Object.keys(body).find(
    (name) => !['activityIds', 'optimizationPlugin', 'start', 'end', 'partitioningStrategy'].includes(name),
  )
  if (extra !== undefined) throw invalid(`unknown property ${extra}`)
  const { activityIds, optimizationPlugin, partitioningStrategy } = body
  if (!texts(activityIds)) throw invalid('activityIds')
  if (!plugins.includes(optimizationPlugin as string)) throw invalid('optimizationPlugin')
  const [start, end] = [momentOf(body['start']), momentOf(body['end'])]
  if (!(start < end)) throw invalid('start and end')
  let skills: string[] | undefined
  if (partitioningStrategy !== undefined) {
    if (!isObject(partitioningStrategy) || !texts(partitioningStrategy['skills'])) throw invalid('partitioningStrategy')
    if (Object.keys(partitioningStrategy).length > 1) throw invalid('partitioningStrategy')
    skills = partitioningStrategy['skills']
  }
  // Choice: an id that is no activity of the company is a malformed request.
  const stranger = activityIds.find((id) => !records.table('Activity').has(id))
  if (stranger !== undefined) throw invalid(`no activity ${stranger}`)
  return { activityIds: [...new Set(activityIds)], start, end, skills }
}

/** Choice: the skills of an activity are those it requires, by name or code of the tag; those of a person are in its record. */
function skillsOf({ records }: Place, row: Row, listed: readonly string[]): string[] {
  const required = ((row.values['requirements'] ?? []) as Values[]).flatMap(({ skill }) => {
    const tag = records.table('Tag').get(String(skill))
    return [tag?.values['name'], tag?.values['code']]
  })
  const own = [...((row.values['skills'] ?? []) as unknown[]), ...required]
  return listed.filter((one) => own.includes(one))
}

/** Choice: one activity after the other for each technician; who has none goes round among the plannable people, and what does not fit stays. */
function schedule(place: Place, activities: readonly Row[], people: readonly Row[], { start, end }: Job): void {
  const free = new Map<string, number>()
  let turn = 0
  for (const row of activities) {
    const [now] = (row.values['responsibles'] ?? []) as string[]
    const who = people.find(({ id }) => id === now)?.id ?? people[turn++ % Math.max(1, people.length)]?.id
    if (who === undefined) continue
    const minutes = (row.values['durationInMinutes'] as number | undefined) ?? 60
    const from = free.get(who) ?? start
    const to = from + minutes * 60_000
    if (to > end) continue
    free.set(who, to)
    place.records.write('Activity', row, {
      responsibles: [who],
      startDateTime: new Date(from).toISOString(),
      endDateTime: new Date(to).toISOString(),
    })
  }
}

function run(place: Place, job: Job): void {
  const activities = job.activityIds
    .map((id) => place.records.table('Activity').get(id))
    .filter((row) => row !== undefined)
  const wanted = new Set(activities.flatMap(({ values }) => (values['responsibles'] ?? []) as string[]))
  const people = [...place.records.table('Person').values()].filter(
    ({ id, values }) => values['plannableResource'] === true || wanted.has(id),
  )
  if (job.skills === undefined) return schedule(place, activities, people, job)
  const listed = job.skills
  const only = (rows: readonly Row[], skill: string) =>
    rows.filter((row) => {
      const held = skillsOf(place, row, listed)
      return held.length === 1 && held[0] === skill
    })
  for (const skill of new Set(listed)) schedule(place, only(activities, skill), only(people, skill), job)
}

export function createOptimize({ privileged, placed }: Context) {
  const running = new Set<string>()
  /** Choice: an account or company that the caller does not have makes a malformed request, as 403 is not among its statuses. */
  function placedHere(call: Call, holder: Place['holder']): Place {
    try {
      return placed(call, holder, named)
    } catch (error) {
      if (error instanceof Refusal && error.answer.status === 403) throw invalid('account or company')
      throw error
    }
  }
  return (call: Call): Answer => {
    onlyMethods(call, 'POST')
    const holder = privileged(call, 'ADMINISTRATOR', 'SUPERUSER')
    for (const name of named) if (headerOf(call, name) === '') throw invalid(`missing header ${name}`)
    if (!/^[A-Za-z0-9]+$/.test(headerOf(call, 'x-client-id'))) throw invalid('X-Client-Id')
    for (const name of ['X-Account-Id', 'X-Company-Id', 'X-User-Id'])
      if (!/^\d*$/.test(headerOf(call, name))) throw invalid(name)
    const place = placedHere(call, holder)
    const job = jobOf(jsonOf(call), place)
    if (running.has(place.at)) throw oauthRefusal(409, 'optimization_running', 'Another one is in progress')
    running.add(place.at)
    setTimeout(() => {
      try {
        run(place, job)
      } finally {
        running.delete(place.at)
      }
    }, duration).unref()
    return { status: 202, json: { result: true } }
  }
}
