import { isObject } from '../exchange/json.ts'
import { align } from './align.ts'
import { alike, signature, type Ground } from './likeness.ts'

export interface Difference {
  readonly path: string
  readonly recorded: unknown
  readonly now: unknown
}

/** Stands for what is not there. */
export const nothing = Symbol('nothing')

/** Where two bodies differ: objects by key, lists as sets unless an order was asked for, ids and times by what they are now. */
export function compareJson(recorded: unknown, now: unknown, ground: Ground): Difference[] {
  return compare(recorded, now, { path: '', field: '', about: ground.about, ground, top: true })
}

interface Place {
  readonly path: string
  readonly field: string
  readonly about: string | undefined
  readonly ground: Ground
  readonly top: boolean
}

function compare(recorded: unknown, now: unknown, place: Place): Difference[] {
  if (Array.isArray(recorded) && Array.isArray(now)) return compareLists(recorded, now, place)
  if (isObject(recorded) && isObject(now)) {
    const about = typeof recorded['id'] === 'string' ? recorded['id'] : place.about
    if (typeof recorded['id'] === 'string' && typeof recorded['externalId'] === 'string')
      place.ground.mapping.carries(recorded['externalId'], recorded['id'])
    const inner = (key: string): Place => ({
      ...place,
      path: place.path === '' ? key : `${place.path}.${key}`,
      field: key,
      about,
      top: place.top && key === 'data' && place.path === '',
    })
    // The id first: the rest of a record is known by it.
    const keys = [...new Set([...Object.keys(recorded), ...Object.keys(now)])].sort(
      (a, b) => Number(b === 'id') - Number(a === 'id'),
    )
    return keys.flatMap((key) =>
      compare(
        Object.hasOwn(recorded, key) ? recorded[key] : nothing,
        Object.hasOwn(now, key) ? now[key] : nothing,
        inner(key),
      ),
    )
  }
  if (isScalar(recorded) && isScalar(now) && alike(place.field, recorded, now, place.about, place.ground)) return []
  return [{ path: place.path === '' ? 'body' : place.path, recorded, now }]
}

function compareLists(recorded: readonly unknown[], now: readonly unknown[], place: Place): Difference[] {
  const { ground, path, top } = place
  const name = path === '' ? 'body' : path
  const { pairs, gone, added: further } = align(recorded, now, ground)
  // Others delete at the same time: such a listing is of everybody's records.
  const added = place.field === 'deletedIds' ? further.filter((at) => isOfReplay(now[at], ground)) : further
  const anyPage = top && ground.isAnyPage === true
  const found = pairs.flatMap(([one, other]) =>
    anyPage &&
    gone.length + added.length > 0 &&
    signature(recorded[one], ground, 'recorded') !== signature(now[other], ground, 'now')
      ? []
      : compare(recorded[one], now[other], { ...place, path: `${path}[${one}]`, top: false }),
  )
  if (anyPage)
    return recorded.length === now.length
      ? found
      : [{ path: `${name}: how many`, recorded: recorded.length, now: now.length }]
  const order = top && ground.order ? orderDiffers(pairs, recorded, ground.order, name) : []
  return [
    ...found,
    ...order,
    ...gone.map((at) => ({ path: `${path}[${at}]`, recorded: recorded[at], now: nothing })),
    ...added.map((at) => ({ path: `${path}[${at}]`, recorded: nothing, now: now[at] })),
  ]
}

/** Whether an entry of a deleted listing is of a record that the replay knows, or named. */
function isOfReplay(entry: unknown, { mapping }: Ground): boolean {
  const { id, externalId } = isObject(entry) ? entry : { id: entry, externalId: undefined }
  return (
    typeof id !== 'string' ||
    mapping.isTaken(id) ||
    (typeof externalId === 'string' && externalId.startsWith(mapping.mark))
  )
}

/** Records with equal sort keys may come in either order. */
function orderDiffers(
  pairs: ReadonlyArray<readonly [number, number]>,
  recorded: readonly unknown[],
  order: readonly string[],
  name: string,
): Difference[] {
  const keys = (positions: readonly number[]) =>
    positions.map((at) => order.map((field) => JSON.stringify(fieldIn(recorded[at], field))).join(' '))
  const wanted = keys(pairs.map(([one]) => one))
  const got = keys([...pairs].sort((a, b) => a[1] - b[1]).map(([one]) => one))
  return wanted.join('\n') === got.join('\n')
    ? []
    : [{ path: `${name}: the order by ${order.join(', ')}`, recorded: wanted.join(', '), now: got.join(', ') }]
}

const fieldIn = (element: unknown, field: string): unknown => {
  const held =
    isObject(element) && !Object.hasOwn(element, field) && Object.keys(element).length === 1
      ? Object.values(element)[0]
      : element
  return isObject(held) ? held[field] : undefined
}

const isScalar = (value: unknown): value is string | number | boolean | null =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)
