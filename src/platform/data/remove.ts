import { dropArchive } from '../reporting/templates.ts'
import { plainId, type StoredRecord } from '../store/record.ts'
import { noteRefused } from './deleted.ts'
import type { DataCall } from './data-call.ts'
import { addressOf, stored } from './find.ts'
import { afterGap, lockRefusal } from './locking.ts'
import { notOwn } from './own.ts'
import { refusal } from './refusal.ts'
import type { Fields, Reply, Step } from './step.ts'

/** DELETE by id or external id, with the optimistic lock in the query (A-DAT-10, 16, 23, 32). */
export function remove(data: DataCall): Reply | Promise<Reply> {
  const { house, store, resource, call } = data
  const { rules, seams } = house
  const step: Step = { operation: 'delete', by: addressOf(data).by, creates: false }
  const record = rules.data.recognises(step) ? stored(data) : undefined
  if (!record) return rules.data.missing(step)
  const kept = notOwn(data, record, step)
  if (kept) return kept
  const raw = call.query.get('lastChanged')
  if (raw !== undefined && !/^-?\d+(?:\.\d+)?$/.test(raw)) return refusal(400, 'CA-400', 'lastChanged is not a number')
  const forced = rules.lock.forced(call.query.get('forceDelete'), step)
  if (!forced) {
    const refused = lockRefusal(raw === undefined ? undefined : Number(raw), record, step, rules)
    if (refused) {
      if (rules.data.storesRefused(refused.cause, step)) commit(record)
      noteRefused(house, resource.name, record)
      return refused.reply
    }
    const gap = seams.lock.gap({ ...step, inBatch: call.journal !== undefined })
    if (gap)
      return afterGap(gap, record.id, house).then((lost) =>
        lost ? (lockRefusal(-1, record, step, rules)?.reply ?? rules.data.missing(step)) : done(record),
      )
  }
  return done(record)

  function done(target: StoredRecord): Reply {
    if (rules.data.persists(step, data.caller.user !== undefined)) commit(target)
    if (resource.name === 'Attachment') dropArchive(target, store, house)
    if (call.journal && rules.deleted.notesUndone()) noteRefused(house, resource.name, target, true)
    return { status: rules.data.status(step) }
  }

  function commit(target: StoredRecord): void {
    store.transaction((transaction) => {
      const how = { by: data.caller.actor, forced, route: step.by, inBatch: call.journal !== undefined }
      transaction.remove(resource.name, target, how)
      if (rules.data.cascades({ forced, by: step.by }))
        for (const [name, referring] of referringTo(target.id)) transaction.remove(name, referring, how)
      const unlinks = rules.data.unlinks()
      if (unlinks)
        for (const [name, referring] of referringTo(target.id))
          transaction.put(name, {
            ...referring,
            ...(unlinks === true ? {} : { lastChanged: transaction.start }),
            ...(unlinks === 'written' ? { lastChangedBy: data.caller.actor } : {}),
            fields: without(target.id, referring.fields),
          })
    })
  }

  function referringTo(id: string): Array<[string, StoredRecord]> {
    const key = plainId(id)
    return store.resources().flatMap((name) =>
      store
        .table(name)
        .all()
        .filter(({ fields }) =>
          Object.values(fields).some((value) =>
            [value].flat().some((one) => typeof one === 'string' && plainId(one) === key),
          ),
        )
        .map((referring): [string, StoredRecord] => [name, referring]),
    )
  }
}

function without(id: string, fields: Fields): Fields {
  const refers = (value: unknown) => typeof value === 'string' && plainId(value) === plainId(id)
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.filter((one) => !refers(one)) : refers(value) ? null : value,
    ]),
  )
}
