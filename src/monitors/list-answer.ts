import type { MonitorFinding } from './finding.ts'
import type { Monitor, Scene } from './monitor.ts'

/** What one list shows is what was asked for: how many, in which order, which fields (A-PAR-04, 05, 08, 11). */
export const listAnswer: Monitor = {
  name: 'list-answer',
  statements: ['A-PAR-04', 'A-PAR-05', 'A-PAR-08', 'A-PAR-11'],
  see(scene) {
    const { observed, write, sightings, out } = scene
    const { reading, moment } = observed
    if (write || reading.match.operation.interface !== 'data' || sightings.length === 0) return
    const find: Find = (statement, expected, actual) => out.find({ statement, side: 'server', expected, actual, exchanges: [moment.ref] })
    judgeFields(scene, find)
    if (reading.match.operation.id !== 'data/list') return
    judgeNumber(scene, find)
    judgeOrder(scene, find)
  },
}

type Find = (statement: MonitorFinding['statement'], expected: string, actual: string) => void

const once = (values: readonly string[]): string | undefined => (values.length === 1 ? values[0] : undefined)

function judgeNumber({ observed: { reading }, sightings, out }: Scene, find: Find): void {
  const sizes = reading.queryAll('pageSize')
  if (sizes.length === 0 && reading.queryAll('page').length === 0) {
    out.assert('A-PAR-04')
    if (sightings.length > 20) find('A-PAR-04', 'without paging parameters at most 20 records are answered', `${sightings.length}`)
  }
  const size = once(sizes)
  if (size === undefined || !/^[1-9]\d{0,9}$/.test(size)) return
  out.assert('A-PAR-05')
  if (sightings.length > Number(size)) find('A-PAR-05', `at most ${size} records with pageSize=${size}`, `${sightings.length}`)
}

/** Only numbers and date-times: how texts are collated and where unset values stand is not stated. Only a direction that is written out. */
function judgeOrder({ observed: { reading }, sightings, out }: Scene, find: Find): void {
  const [, name = '', direction] = /^\s*(\w+)\s+(asc|desc)\s*(?:,|$)/.exec(once(reading.queryAll('orderBy')) ?? '') ?? []
  const values = sightings.map(({ fields }) => rank(fields[name]))
  if (direction === undefined || values.length < 2 || values.some((value) => value === undefined) || new Set(sightings.map(({ fields }) => typeof fields[name])).size > 1) return
  out.assert('A-PAR-08')
  const wrong = values.findIndex((value, at) => at > 0 && (direction === 'asc' ? (value as number) < (values[at - 1] as number) : (value as number) > (values[at - 1] as number)))
  if (wrong > 0) find('A-PAR-08', `orderBy=${name} ${direction} sorts the list`, `${String(sightings[wrong - 1]?.fields[name])} stands before ${String(sightings[wrong]?.fields[name])}`)
}

function rank(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(value) ? Date.parse(value) : undefined
}

/** Names by which a record is known may come unasked: the documents' own examples lean on them. */
const always = new Set(['id', 'lastChanged', 'externalId', 'lastChangedBy'])

function judgeFields({ observed: { reading }, sightings, out }: Scene, find: Find): void {
  const named = once(reading.queryAll('fields'))
  if (named === undefined || named.trim() === '' || reading.query('expand') !== undefined || reading.query('useExternalIds') !== undefined) return
  const names = new Set(named.split(',').map((name) => name.trim().split('.', 1)[0]))
  out.assert('A-PAR-11')
  const more = sightings.flatMap(({ fields }) => Object.keys(fields)).find((name) => !names.has(name) && !always.has(name))
  if (more !== undefined) find('A-PAR-11', `only the fields named are answered: ${named}`, `${more}, too`)
}
