import { isMoment, momentOf } from '../exchange/moment.ts'
import type { MonitorFinding } from './finding.ts'
import type { Monitor, Scene } from './monitor.ts'
import { isSteady, misplaced } from './steady.ts'

/** A list returns what was requested: how many records, in which order, which fields (A-PAR-04, 05, 08, 11). */
export const listAnswer: Monitor = {
  name: 'list-answer',
  side: 'server',
  statements: ['A-PAR-04', 'A-PAR-05', 'A-PAR-08', 'A-PAR-11'],
  see(scene) {
    const { observed, write, sightings, out } = scene
    const { reading, moment } = observed
    if (write || reading.match.operation.interface !== 'data' || sightings.length === 0) return
    const find: Find = (statement, expected, actual) =>
      out.find({ statement, side: 'server', expected, actual, exchanges: [moment.ref] })
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
    if (sightings.length > 20)
      find('A-PAR-04', 'without paging parameters at most 20 records are returned', `${sightings.length}`)
  }
  const size = once(sizes)
  if (size === undefined || !/^[1-9]\d{0,9}$/.test(size)) return
  out.assert('A-PAR-05')
  if (sightings.length > Number(size))
    find('A-PAR-05', `at most ${size} records with pageSize=${size}`, `${sightings.length}`)
}

/** Only numbers and date-times: how texts are collated and where unset values stand is not stated. Only directions that are written out. */
function judgeOrder(scene: Scene, find: Find): void {
  const {
    observed: { reading },
    sightings,
    out,
  } = scene
  const order = once(reading.queryAll('orderBy')) ?? ''
  const keys = order.split(',').map((key) => /^\s*(\w+)\s+(asc|desc)\s*$/.exec(key) ?? [])
  const names = keys.flatMap(([, name]) => name ?? [])
  const steady = sightings.map((sighting) => isSteady(sighting, names, scene))
  const rows = sightings.map(({ fields }) => keys.map(([, name = '']) => rank(fields[name])))
  const wrong = rows.findIndex((row, at) => {
    if (!steady[at] || !steady[at - 1]) return false
    for (const [nth, value] of row.entries()) {
      const before = rows[at - 1]?.[nth]
      if (before === undefined || value === undefined || typeof before !== typeof value || keys[nth]?.[2] === undefined)
        return false
      out.assert('A-PAR-08')
      if (value !== before) return value < before === (keys[nth]?.[2] === 'asc')
    }
    return false
  })
  if (wrong < 0 && keys[0]?.[1] === 'lastChanged') judgeTimes(scene, order, keys[0]?.[2] === 'asc', find)
  const shown = (at: number): string => keys.map(([, name = '']) => String(sightings[at]?.fields[name])).join(', ')
  if (wrong > 0)
    find('A-PAR-08', `orderBy=${order} sorts the list`, `${shown(wrong - 1)} is listed before ${shown(wrong)}`)
}

function judgeTimes(scene: Scene, order: string, isRising: boolean, find: Find): void {
  const { sightings, out } = scene
  const falling = isRising ? sightings.toReversed() : sightings
  if (falling.some(({ lastChanged }) => lastChanged === undefined)) return
  out.assert('A-PAR-08')
  const at = misplaced(falling, scene)
  if (at > 0)
    find(
      'A-PAR-08',
      `orderBy=${order} sorts the list`,
      `${falling[at]?.lastChanged} is listed ${isRising ? 'before' : 'after'} ${Math.min(...falling.slice(0, at).map(({ lastChanged = 0 }) => lastChanged))}`,
    )
}

/** Keeps numbers and times apart: a bigint is a time. */
function rank(value: unknown): number | bigint | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return undefined
  return typeof value === 'string' &&
    isMoment(value) &&
    /(?:Z|[+-]00(?::?00)?)$/i.test(value) &&
    !Number.isNaN(momentOf(value))
    ? BigInt(momentOf(value))
    : undefined
}

/** Identifying fields may be returned unrequested: the documents' own examples rely on them. */
const always = new Set(['id', 'lastChanged', 'externalId', 'lastChangedBy'])

function judgeFields({ observed: { reading }, sightings, out }: Scene, find: Find): void {
  const named = once(reading.queryAll('fields'))
  if (
    named === undefined ||
    named.trim() === '' ||
    reading.query('expand') !== undefined ||
    reading.query('useExternalIds') !== undefined
  )
    return
  const names = new Set(named.split(',').map((name) => name.trim().split('.', 1)[0]))
  out.assert('A-PAR-11')
  const more = sightings
    .flatMap(({ fields }) => Object.keys(fields))
    .find((name) => !names.has(name) && !always.has(name))
  if (more !== undefined) find('A-PAR-11', `only the named fields are returned: ${named}`, `also ${more}`)
}
