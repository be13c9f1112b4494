import type { Rulebook } from '../rulebook/rulebook.ts'
import type { StoredRecord } from '../store/record.ts'
import type { Store } from '../store/store.ts'

export interface Wish {
  readonly activityIds: readonly string[]
  /** Milliseconds since the epoch. */
  readonly start: number
  readonly end: number
  readonly skills: readonly string[] | undefined
}

interface Visit {
  readonly activity: StoredRecord
  readonly technician: string
  /** None takes the activity out of the plan. */
  readonly at: { readonly start: number; readonly end: number } | undefined
}

type Place = { readonly latitude: number; readonly longitude: number } | undefined

const namesOf = (ids: unknown, store: Store): string[] =>
  (Array.isArray(ids) ? (ids as unknown[]) : []).flatMap((id) => {
    const skill = store.table('Skill').byId(String(id))
    return skill ? [String(skill.fields['name']), skill.externalId ?? '', skill.id] : []
  })

const listedIn = (names: readonly string[], skills: readonly string[]): string[] =>
  skills.filter((skill) => names.includes(skill))

const skillsOfActivity = ({ fields }: StoredRecord): unknown[] =>
  ((fields['requirements'] as ReadonlyArray<{ readonly skill?: unknown }> | undefined) ?? []).map(({ skill }) => skill)

const placeOf = ({ fields }: StoredRecord): Place =>
  (fields['address'] as { readonly location?: Place } | undefined)?.location

/** Straight-line distance; places that are not known are as far as any. */
const distance = (one: Place, other: Place): number =>
  one && other ? Math.hypot(one.latitude - other.latitude, one.longitude - other.longitude) : 1000

/**
 * When each activity is to start: technician by technician, nearest activity first, one after the other, none after the end (B-OPT-10, 11). With skills,
 * only activities and technicians with exactly one of them take part, each skill by itself.
 */
export function schedule(
  { activityIds, start, end, skills }: Wish,
  store: Store,
  { isOfOne, assigns, reassigns, slot }: Pick<Rulebook['optimization'], 'isOfOne' | 'assigns' | 'reassigns' | 'slot'>,
): Visit[] {
  const activities = activityIds.flatMap((id) => store.table('Activity').byId(id) ?? [])
  const assigned = activities.filter(({ fields }) => responsibleOf(fields) !== undefined)
  const groupOf = (names: readonly string[], whose: 'activity' | 'technician'): string | undefined => {
    const matching = listedIn(names, skills ?? [])
    return isOfOne(matching.length, whose) ? (matching[0] ?? '') : undefined
  }
  const load = new Map<string, number>()
  const technicianFor = (activity: StoredRecord): string | undefined => {
    const own = responsibleOf(activity.fields)
    if (!skills)
      return reassigns(own, () =>
        store
          .table('Person')
          .all()
          .map(({ id }) => id),
      )
    const group = groupOf(namesOf(skillsOfActivity(activity), store), 'activity')
    if (group === undefined) return undefined
    const considered = store
      .table('Person')
      .all()
      .flatMap(({ id, fields }) => {
        const theirs = groupOf(namesOf(fields['skills'], store), 'technician')
        return theirs === undefined ? [] : [{ id, theirs }]
      })
    const chosen = assigns(
      considered.filter(({ theirs }) => theirs === group).map(({ id }) => id),
      () => considered.map(({ id }) => id),
      own,
      (technician) => load.get(technician) ?? 0,
    )
    if (chosen !== undefined) load.set(chosen, (load.get(chosen) ?? 0) + 1)
    return chosen
  }
  const free = new Map<string, { at: number; place: Place }>()
  const open = assigned.flatMap((activity) => {
    const technician = technicianFor(activity)
    return technician === undefined ? [] : [{ activity, technician }]
  })
  const visits: Visit[] = []
  while (open.length > 0) {
    const [first] = open
    if (!first) break
    const now = free.get(first.technician) ?? { at: start, place: undefined }
    const next =
      open
        .filter(({ technician }) => technician === first.technician)
        .sort((a, b) => distance(now.place, placeOf(a.activity)) - distance(now.place, placeOf(b.activity)))[0] ?? first
    open.splice(open.indexOf(next), 1)
    const { durationInMinutes: takes } = next.activity.fields
    const minutes = typeof takes === 'number' ? takes : undefined
    const found = slot({ free: now.at, minutes, start, end, nthOfPartitions: skills && visits.length })
    if (found === 'stays') continue
    const at = found === 'dropped' ? undefined : found
    visits.push({ ...next, at })
    if (at) free.set(next.technician, { at: at.end, place: placeOf(next.activity) })
  }
  return visits
}

const responsibleOf = (fields: StoredRecord['fields']): string | undefined => {
  const [first] = (fields['responsibles'] as readonly unknown[] | undefined) ?? []
  return typeof first === 'string' ? first : undefined
}
