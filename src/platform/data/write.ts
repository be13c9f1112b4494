import { archiveIn, keepArchive, keepingGenerated } from '../reporting/templates.ts'
import { plainId, type StoredRecord } from '../store/record.ts'
import { isGuid, readBody, type Sent } from './body.ts'
import type { DataCall } from './data-call.ts'
import { hasExternalId } from './dto.ts'
import { addressOf, stored as storedAt } from './find.ts'
import { afterGap, lockRefusal } from './locking.ts'
import { notOwn } from './own.ts'
import { refusal } from './refusal.ts'
import { kindInWords } from './resource.ts'
import { resolve } from './resolve.ts'
import { dtoBody, show } from './show.ts'
import type { Cause, Fields, Reply, Step } from './step.ts'

/** POST creates; an existing record with that id is not updated (A-DAT-12). */
export async function create(data: DataCall): Promise<Reply> {
  const sent = readBody(data.call.request.body, data.resource, data.house)
  if ('status' in sent) return sent
  if (namesUnknownExternalId(sent, data)) return noExternalId
  const existing = sent.id === undefined ? undefined : data.store.table(data.resource.name).byId(sent.id)
  return write(data, sent, { operation: 'create', by: 'id', creates: existing === undefined }, existing)
}

/** PUT and PATCH update the record that the path names, or create it (A-DAT-05..08, 15). */
export async function update(data: DataCall, operation: 'put' | 'patch'): Promise<Reply> {
  const { house, resource } = data
  const how = resource.updatable ? 'whole' : house.rules.attachment.update(operation)
  if (how === 'refuse') return refusal(400, 'CA-405', `${resource.name} cannot be updated`)
  const read = readBody(data.call.request.body, resource, house)
  if ('status' in read) return read
  if (namesUnknownExternalId(read, data)) return noExternalId
  const { by, name } = addressOf(data)
  const former = how === 'whole' ? undefined : storedAt(data)
  if (how === 'ignore' && former) return answer(data, { operation, by, creates: false }, former, former, {})
  const sent = former ? { ...read, fields: { ...read.fields, fileContent: former.fields['fileContent'] } } : read
  if (by === 'id' && !isGuid(name)) return refusal(400, 'CA-400', 'the id in the path is not a GUID')
  const found = storedAt(data)
  const existing =
    found && (by === 'id' || house.rules.data.recognises({ operation, by, creates: false })) ? found : undefined
  const step: Step = { operation, by, creates: existing === undefined }
  const kept = found && notOwn(data, found, step)
  if (kept) return kept
  if (!existing && !house.rules.data.upserts(step)) return house.rules.data.missing(step)
  if (by === 'id') return write(data, { ...sent, id: name }, step, existing)
  if (existing)
    return write(
      data,
      sent.externalId === undefined && operation === 'put' ? { ...sent, externalId: existing.externalId } : sent,
      step,
      existing,
    )
  // A record to be created may have its own id, but never that of an existing record.
  if (sent.id !== undefined && data.store.table(resource.name).byId(sent.id))
    return refusal(409, 'CA-146', 'the id belongs to a record with another external id')
  return write(data, { ...sent, externalId: house.rules.data.upsertExternalId(name) }, step, undefined)
}

const noExternalId = refusal(400, 'CA-400', 'this DTO version has no externalId')
const namesUnknownExternalId = (sent: Sent, data: DataCall): boolean => sent.externalId != null && !hasExternalId(data)

async function write(data: DataCall, sent: Sent, step: Step, existing: StoredRecord | undefined): Promise<Reply> {
  const { house, store, resource, call } = data
  const { rules, seams } = house
  let refused: Reply | undefined
  /** True if the write ends here: it is refused and changes nothing. */
  const ends = (cause: Cause, reply: Reply): boolean => {
    refused ??= reply
    return !rules.data.storesRefused(cause, step)
  }
  const forced = rules.lock.forced(call.query.get('forceUpdate'), step)
  if (step.operation === 'create' && existing) {
    if (
      rules.data.postOnExisting(call.query.get('forceUpdate') === 'true') === 'refuse' &&
      ends(
        'exists',
        rules.data.existing(() => show([existing], data, false)),
      )
    )
      return refused as Reply
  } else if (existing && !forced) {
    const reply = lockRefusal(sent.lastChanged, existing, step, rules)
    if (reply && ends(reply.cause, reply.reply)) return refused as Reply
  }
  if (sent.externalId != null && !rules.data.takesExternalId(sent.externalId))
    return refusal(400, 'CA-400', 'this externalId is not accepted')
  const content = sent.fields['fileContent']
  const unreadable = resource.updatable || typeof content !== 'string' ? undefined : rules.attachment.refuses(content)
  if (unreadable !== undefined) return refusal(unreadable, 'CA-400', 'fileContent is not base64')
  const resolved = resolve(sent.fields, { resource, store, rules, step, stored: existing?.fields })
  const { troubles } = resolved
  const inBatch = call.journal !== undefined
  const fields = Object.fromEntries(
    Object.entries(resolved.fields).map(([name, value]) => {
      const field = resource.fields[name]
      return [
        name,
        field && value !== null && !field.writeOnly
          ? rules.values.taken(value, { ...step, kind: kindInWords(field), inBatch })
          : value,
      ]
    }),
  )
  for (const { cause, message } of troubles)
    if (ends(cause, cause === 'reference' ? rules.references.refusal(message) : refusal(400, 'CA-400', message)))
      return refused as Reply
  const holder = sent.externalId == null ? undefined : rules.record.holder(sent.externalId, resource.name, store)
  const taken = holder && holder !== existing ? rules.record.onTakenExternalId(step) : undefined
  if (taken === 'refuse' && ends('external-id', rules.record.takenExternalId())) return refused as Reply
  const target = taken === 'overwrite' ? holder : existing
  const whole = mergedFields(
    target,
    { ...fields, ...(sent.externalId === undefined ? {} : { externalId: sent.externalId }) },
    step,
    data,
    sent.id,
  )
  const merged = resource.name === 'ReportTemplate' ? keepingGenerated(whole, target?.fields, house) : whole
  const lacking = Object.entries(resource.fields)
    .filter(([name, field]) => field.required && (merged[name] === undefined || merged[name] === null))
    .map(([name]) => name)
  if (
    lacking.length > 0 &&
    rules.data.refusesRequired(step) &&
    ends('required', refusal(400, 'CA-400', `${lacking.join(', ')} is required`))
  )
    return refused as Reply

  const archive = resource.name === 'Attachment' && !target ? await archiveIn(merged, store, house) : undefined
  if (typeof archive === 'string' && rules.reporting.refusesArchive()) return refusal(400, 'CA-400', archive)

  const unheld = target ? undefined : seams.externalIds.gap(sent.externalId ?? undefined)
  if (unheld) await unheld
  if (existing && !forced && step.operation !== 'create') {
    const gap = seams.lock.gap({ ...step, inBatch })
    if (gap) {
      const lost = await afterGap(gap, existing.id, house)
      if (lost)
        return (
          lockRefusal(-1, existing, step, rules)?.reply ??
          refusal(409, 'CA-27', 'resource concurrent modification detected', [existing.lastChanged])
        )
    }
  }
  const record = commit(data, sent, merged, step, target)
  if (archive !== undefined && typeof archive !== 'string') keepArchive(archive, record, store, house)
  if (refused) return refused
  const success: Reply = answer(data, step, record, target, {
    ...sent.fields,
    ...(sent.id ? { id: sent.id } : {}),
    ...(sent.externalId ? { externalId: sent.externalId } : {}),
  })
  const path = call.request.target.split('?')[0]
  return step.operation === 'create'
    ? { ...success, headers: [['Location', `${call.request.origin}${path}/${record.id}`]] }
    : success
}

function mergedFields(
  target: StoredRecord | undefined,
  sent: Fields,
  step: Step,
  call: DataCall,
  id: string | undefined,
): Fields {
  const { house, resource } = call
  const { data } = house.rules
  const former: Fields = target ? { ...target.fields, externalId: target.externalId } : {}
  // A version without externalId cannot remove one.
  const whole = target && !hasExternalId(call) ? { externalId: target.externalId, ...sent } : sent
  const deleted = (): Fields | undefined =>
    id === undefined
      ? undefined
      : call.store.table(resource.name).deletions.findLast(({ record }) => plainId(record.id) === plainId(id))?.record
          .fields
  const merged = !target
    ? data.created(
        resource.updatable ? sent : house.rules.attachment.created(sent, call.call.journal !== undefined),
        deleted,
      )
    : step.operation === 'patch'
      ? data.patched(former, sent, step)
      : data.replaced(former, whole, step)
  if (target && step.operation === 'patch') return merged
  const fills = Object.entries(resource.fields).filter(
    ([name, { fills: value }]) => value !== undefined && (merged[name] === undefined || merged[name] === null),
  )
  return {
    ...merged,
    ...Object.fromEntries(
      fills.map(([name, { fills: value }]) => [
        name,
        value === 'now' ? (former[name] ?? new Date(house.clock.now()).toISOString()) : value,
      ]),
    ),
  }
}

function commit(
  { house, store, resource, caller, call }: DataCall,
  sent: Sent,
  { externalId, ...fields }: Fields,
  step: Step,
  target: StoredRecord | undefined,
): StoredRecord {
  const { rules, seams } = house
  const inBatch = call.journal !== undefined
  const generated = seams.recordId.next()
  const id =
    target?.id ??
    (step.operation === 'create' ? rules.record.id(sent.id, generated) : rules.data.upsertId(sent.id, generated))
  const writer = {
    clientId: caller.client.id,
    ...(caller.user ? { userId: caller.user.id, userName: caller.user.name } : {}),
  }
  return store.transaction((transaction) => {
    const record: StoredRecord = {
      id,
      fields,
      externalId: typeof externalId === 'string' ? externalId : null,
      lastChanged: rules.record.lastChanged(transaction.start, target?.lastChanged, step),
      lastChangedBy: rules.record.lastChangedBy(writer, target?.lastChangedBy, { ...step, inBatch }),
      createdBy: target ? target.createdBy : caller.actor,
      ...(inBatch ? { inBatch } : {}),
      ...(target ? { former: { ...target, former: undefined } } : {}),
    }
    if (rules.data.persists(step, caller.user !== undefined)) transaction.put(resource.name, record)
    return record
  })
}

function answer(
  data: DataCall,
  step: Step,
  record: StoredRecord,
  former: StoredRecord | undefined,
  sent: Fields,
): Reply {
  const { rules } = data.house
  const status = rules.data.status(step)
  const shows = rules.data.shows(step)
  if (shows === 'nothing') return { status }
  if (shows === 'id') return { status, body: { id: rules.shown.id(record.id) } }
  if (shows === 'sent')
    return {
      status,
      body: rules.shown.envelope([rules.shown.element(rules.shown.key(data.resource.name), sent)], false),
    }
  const shown = shows === 'former' ? (former ?? record) : record
  return { status, body: rules.data.bares(step) ? dtoBody(shown, data) : show([shown], data, false) }
}
