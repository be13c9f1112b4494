import { search } from '../cql/search.ts'
import { data as strictData } from '../rulebook/data.ts'
import { asShownIn } from '../store/as-of.ts'
import { plainId, type StoredRecord } from '../store/record.ts'
import { wayOf, type DataCall } from './data-call.ts'
import { addressOf, stored } from './find.ts'
import { ordered } from './order.ts'
import { notOwn, ownIn, readableIn } from './own.ts'
import { pageOf, type RecordPage } from './page.ts'
import { shaped, shapingOf } from './shaping.ts'
import type { Reply, Step } from './step.ts'

export function readOne(data: DataCall): Reply {
  const { house, store, resource } = data
  const { by, name } = addressOf(data)
  const step: Step = { operation: 'get', by, creates: false }
  const expanded = data.call.query.has('expand') ? { ...data, store: asShownIn('expansion', store, house) } : data
  const shaping = shapingOf(expanded, { operation: 'get', by, searches: false })
  if ('status' in shaping) return shaping
  const table = store.table(resource.name)
  const found = house.rules.data.finds(by) ? (stored(data) ?? ghost()) : undefined
  if (!found) return house.rules.data.missing(step)
  const kept = notOwn(data, found, step)
  if (kept) return kept
  const { shown } = house.rules
  const body = shaped(
    house.rules.data.picks(found, () => table.all()),
    data,
    shaping,
  )
  return {
    status: house.rules.data.status(step),
    body: shown.envelope([shown.element(shown.key(resource.name), body)], false),
  }

  function ghost() {
    if (!house.rules.data.readsDeleted(by)) return undefined
    return table.deletions
      .map(({ record }) => record)
      .findLast((record) => (by === 'id' ? plainId(record.id) === plainId(name) : record.externalId === name))
  }
}

export function readList(asked: DataCall): Reply {
  const { house, resource } = asked
  const way = wayOf(asked.call)
  const searches = asked.call.query.has('query')
  const data = {
    ...asked,
    store: ownIn(asShownIn('list', asked.store, house), asked, { operation: searches ? 'search' : 'list', way }),
  }
  const { rules } = house
  const shaping = shapingOf(data, { operation: 'list', by: 'id', searches })
  if ('status' in shaping) return shaping
  const found = foundIn(data)
  if ('status' in found) return found
  const { names } = shaping
  const listed =
    names && !rules.fields.keepsUnset()
      ? found.filter(({ fields }) =>
          names.every((name) => !(name in resource.fields) || (fields[name] ?? null) !== null),
        )
      : found
  const sortable = { ...data, store: readableIn(data.store, data, 'order') }
  const paged = rules.order.afterPaging() ? orderedPage(pageOf(listed, data)) : pagedOrder(ordered(listed, sortable))
  if ('status' in paged) return paged
  const step: Step = { operation: 'list', by: 'id', creates: false }
  const { shown } = rules
  const elements = paged.records.map((record) =>
    shown.element(shown.key(resource.name), shaped(record, data, shaping, true)),
  )
  const envelope = shown.envelope(elements, true)
  return {
    status: rules.data.status(step),
    body: Array.isArray(envelope) ? envelope : { ...rules.page.envelope(paged), ...(envelope as object) },
  }

  function orderedPage(page: RecordPage | Reply): RecordPage | Reply {
    if ('status' in page) return page
    const records = ordered(page.records, sortable)
    return 'status' in records ? records : { ...page, records }
  }

  function pagedOrder(records: readonly StoredRecord[] | Reply): RecordPage | Reply {
    return 'status' in records ? records : pageOf(records, data)
  }
}

/** The records of a list: all, or those that match the query. */
function foundIn(data: DataCall): readonly StoredRecord[] | Reply {
  const { rules } = data.house
  const table = data.store.table(data.resource.name)
  const { query } = data.call
  const withGhosts = rules.data.readsDeleted('list')
  const all = () =>
    rules.data.listed(
      withGhosts
        ? [
            ...table.all(),
            ...table.deletions.filter(({ route }) => rules.data.listsDeletion(route)).map(({ record }) => record),
          ]
        : table.all(),
    )
  const isWhole = !withGhosts && rules.data.listed === strictData.listed
  const text = query.has('expand') && !rules.expand.filters() ? undefined : query.get('query')
  const found =
    text === undefined
      ? all()
      : search(text, all, { ...data, store: readableIn(data.store, data, 'filter') }, isWhole ? table : undefined)
  if ('status' in found) return found
  if (!rules.expand.dropsUnlinked()) return found
  const single = query.all('expand').filter((name) => {
    const kind = data.resource.fields[name]?.kind
    return typeof kind === 'object' && 'reference' in kind
  })
  return found.filter(({ fields }) => single.every((name) => (fields[name] ?? null) !== null))
}
