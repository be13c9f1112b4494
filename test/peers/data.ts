import { randomUUID } from 'node:crypto'
import type { Answer, Call } from './http.ts'
import { dataRefusal, onlyMethods } from './http.ts'
import { contentOf, isBase64, olderContent } from './peer/attachments.ts'
import { expansions } from './peer/expand.ts'
import { listPage } from './peer/lists.ts'
import type { Row, Source, Values } from './peer/model.ts'
import { select } from './peer/query-api.ts'
import { generated, unzip } from './peer-b/report-archive.ts'
import type { Kind, Resource } from './resources.ts'
import { resources } from './resources.ts'
import type { Caller } from './token.ts'

interface Dto {
  readonly name: string
  readonly resource: Resource
  readonly syncBase: number
  readonly fields: readonly (readonly [string, Kind])[]
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Choice: made ids are 32 upper-case digits; supplied ones may be written with hyphens too, and are kept as written. */
const isGuid = (text: string): boolean => /^[0-9a-f]{32}$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
const own = <T>(map: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined
/** Choice: 400 for what is malformed, 422 for a body that is well-formed but breaks a rule. */
const malformed = (what: string) => dataRefusal(400, 'PEER-MALFORMED', 'Malformed: {0}', what)
const unfit = (code: string, what: string) => dataRefusal(422, `PEER-${code}`, 'Not acceptable: {0}', what)

function dtoOf(call: Call, name: string): Dto {
  const chosen = new Map<string, number>()
  for (const pair of (call.query.get('dtos') ?? '').split(';')) {
    const [, of = '', digits = ''] = /^(\w+)\.(\d+)$/.exec(pair) ?? []
    // Choice: a pair that names nothing known, or a resource twice, fails the call even where it is not needed.
    if (own(resources, of)?.versions[Number(digits)] === undefined || chosen.has(of)) throw malformed('dtos')
    chosen.set(of, Number(digits))
  }
  const resource = own(resources, name)
  const version = resource?.versions[chosen.get(name) ?? -1]
  if (resource === undefined || version === undefined) throw malformed(`dtos without ${name}`)
  const fields = Object.entries(resource.fields).filter(([field]) => !version.without?.includes(field))
  return { name, resource, syncBase: version.syncBase, fields }
}

function flag(call: Call, name: string): boolean {
  const value = call.query.get(name) ?? 'false'
  if (value !== 'true' && value !== 'false') throw malformed(name)
  return value === 'true'
}

interface Deleted {
  readonly id: string
  readonly externalId: string | null
  readonly at: number
}

export function createData() {
  let tables = new Map<string, Map<string, Row>>()
  let graves = new Map<string, readonly Deleted[]>()
  let transaction: number | undefined

  /** Rows are never changed in place, so a copy of the maps is all that is needed to go back. */
  function begin(): (keep: boolean) => void {
    const before = { tables: new Map([...tables].map(([key, rows]) => [key, new Map(rows)])), graves: new Map(graves) }
    // Choice: a transaction starts after whatever was written before it, so that one stamp serves all its records.
    transaction = Math.max(
      Date.now(),
      ...[...tables.values()].flatMap((rows) => [...rows.values()].map((row) => row.lastChanged + 1)),
    )
    return (keep) => {
      transaction = undefined
      if (!keep) ({ tables, graves } = before)
    }
  }

  function open(caller: Caller) {
    const keyOf = (name: string) => JSON.stringify([caller.account.name, caller.company, name])
    const readable = (name: string) => caller.user?.unreadable !== name
    const table = (name: string): Map<string, Row> => {
      const key = keyOf(name)
      const found = tables.get(key) ?? new Map<string, Row>()
      tables.set(key, found)
      return found
    }
    const byExternalId = (name: string, externalId: unknown): Row | undefined =>
      typeof externalId === 'string'
        ? [...table(name).values()].find((row) => row.externalId === externalId)
        : undefined

    /** Choice: every write takes external ids as references, bare or as the { id, externalId } that reading gives; cloud ids win. */
    function referred(to: string, value: unknown, field: string): string {
      const parts = isObject(value) ? value : { id: value, externalId: value }
      const row =
        (typeof parts['id'] === 'string' ? table(to).get(parts['id']) : undefined) ??
        byExternalId(to, parts['externalId'])
      if (row === undefined) throw unfit('REFERENCE', field)
      return row.id
    }

    function inlined(parts: readonly string[], value: unknown, field: string): Values {
      if (!isObject(value)) throw malformed(field)
      const missing = parts.find((part) => !Object.hasOwn(value, part))
      if (missing !== undefined) throw unfit('INCOMPLETE', `${field}.${missing}`)
      const kept = Object.fromEntries(parts.map((part) => [part, value[part]]))
      if (!parts.includes('objectType')) return kept
      const type = String(kept['objectType'])
      if (own(resources, type) === undefined) throw unfit('REFERENCE', `${field}.objectType ${type}`)
      return { ...kept, objectId: referred(type, kept['objectId'], `${field}.objectId`) }
    }

    function accepted(kind: Kind, value: unknown, field: string): unknown {
      if (typeof kind !== 'string') {
        if ('ref' in kind) return referred(kind.ref, value, field)
        if ('inline' in kind && !kind.many) return inlined(kind.inline, value, field)
        if (!Array.isArray(value)) throw malformed(field)
        return value.map((one: unknown) =>
          'refs' in kind ? referred(kind.refs, one, field) : inlined(kind.inline, one, field),
        )
      }
      const fits =
        kind === 'any' ||
        (kind === 'list' && Array.isArray(value)) ||
        (kind === 'number' && typeof value === 'number') ||
        (kind === 'flag' && typeof value === 'boolean') ||
        (kind === 'text' && typeof value === 'string') ||
        (kind === 'time' &&
          typeof value === 'string' &&
          /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(value) &&
          !Number.isNaN(Date.parse(value)))
      if (!fits || (field === 'fileContent' && !isBase64(value))) throw malformed(field)
      return value
    }

    /** Choice: the references of an answer turn into { id, externalId } with useExternalIds; a dangling one has null there. */
    function shown(kind: Kind, value: unknown, externalIds: boolean): unknown {
      // Choice: unset flags show false, unset lists an empty list, all else null.
      if (value === undefined)
        return kind === 'flag'
          ? false
          : kind === 'list' || (typeof kind === 'object' && ('refs' in kind || ('inline' in kind && kind.many)))
            ? []
            : null
      if (!externalIds || typeof kind === 'string') return value
      const both = (to: string, id: unknown) => ({ id, externalId: table(to).get(String(id))?.externalId ?? null })
      if ('ref' in kind) return both(kind.ref, value)
      if ('refs' in kind) return (value as unknown[]).map((id) => both(kind.refs, id))
      if (!isObject(value) || !('objectType' in value)) return value
      return { ...value, externalId: both(String(value['objectType']), value['objectId']).externalId }
    }

    function view(call: Call, dto: Dto, row: Row, reading: boolean): Values {
      const wanted = reading ? call.query.get('fields') : undefined
      const kept = shaped(call, dto, row, reading, wanted)
      const more =
        reading && call.expand.length > 0
          ? expansions(source, dto.name, call.expand, (name, one, fields) =>
              shaped(call, dtoOf(call, name), one, true, fields),
            )(row)
          : {}
      return { [dto.name.charAt(0).toLowerCase() + dto.name.slice(1)]: { ...kept, ...more } }
    }

    function shaped(call: Call, dto: Dto, row: Row, reading: boolean, fields: string | undefined): Values {
      const externalIds = reading && flag(call, 'useExternalIds')
      const all: Values = {
        id: row.id,
        lastChanged: row.lastChanged,
        ...(dto.syncBase >= 9 && { externalId: row.externalId }),
        ...(dto.syncBase >= 10 && { lastChangedBy: row.lastChangedBy }),
        ...Object.fromEntries(
          dto.fields.map(([field, kind]) => [
            field,
            field === 'fileContent' ? null : shown(kind, row.values[field], externalIds),
          ]),
        ),
      }
      const wanted = fields?.split(',').map((field) => field.trim())
      // Choice: asking for a field the DTO does not have is an error.
      if (wanted?.some((field) => !Object.hasOwn(all, field))) throw malformed('fields')
      return wanted === undefined ? all : Object.fromEntries(wanted.map((field) => [field, all[field]]))
    }

    function bodyOf(call: Call, dto: Dto): Values {
      let body: unknown
      try {
        body = JSON.parse(call.body)
      } catch {
        throw malformed('body')
      }
      // Choice: the body is the bare object; fields it has beyond the DTO are ignored, except an external id.
      if (!isObject(body)) throw malformed('body')
      if (Object.hasOwn(body, 'externalId') && dto.syncBase < 9) throw malformed('externalId in a DTO without it')
      const { id, externalId } = body
      if (id != null && (typeof id !== 'string' || !isGuid(id))) throw malformed('id')
      if (externalId != null && (typeof externalId !== 'string' || externalId === '')) throw malformed('externalId')
      return body
    }

    /** Choice: without any lastChanged nothing equals the stored one, so that this is a conflict as well. */
    function checkLock(row: Row, supplied: unknown, force: boolean): void {
      if (supplied != null && typeof supplied !== 'number') throw malformed('lastChanged')
      if (!force && supplied !== row.lastChanged)
        throw dataRefusal(409, 'CA-27', 'resource concurrent modification detected', row.lastChanged)
    }

    function store(
      dto: Dto,
      old: Row | undefined,
      id: string,
      externalId: string | null,
      body: Values,
      partial: boolean,
    ): Row {
      const values: Values = { ...old?.values }
      for (const [field, kind] of dto.fields) {
        const value = own(body, field)
        // Choice: a replacement clears what its DTO version has and the body has not; fields outside that version stay.
        if (value === null || (value === undefined && !partial)) delete values[field]
        else if (value !== undefined) values[field] = accepted(kind, value, field)
      }
      const absent = dto.resource.required.find((field) => values[field] === undefined)
      if (absent !== undefined) throw unfit('REQUIRED', absent)
      // Choice: external ids are unique within a resource of a company.
      if (externalId !== null && (byExternalId(dto.name, externalId) ?? old) !== old)
        throw unfit('EXTERNAL-ID', externalId)
      // Choice: two writes of one record within a millisecond get different stamps, so that the lock tells them apart.
      const row: Row = {
        id,
        externalId,
        values,
        lastChanged: transaction ?? Math.max(Date.now(), (old?.lastChanged ?? 0) + 1),
        lastChangedBy: caller.by,
      }
      table(dto.name).set(id, row)
      if (dto.name === 'Attachment') describeTemplate(values)
      return row
    }

    /** Choice: an archive attached to a report template fills the template's generated fields at once; anything else leaves them. */
    function describeTemplate({ object, fileContent }: Values): void {
      if (!isObject(object) || object['objectType'] !== 'ReportTemplate') return
      const template = table('ReportTemplate').get(String(object['objectId']))
      const files = unzip(Buffer.from(String(fileContent), 'base64'))
      const found = files && generated(files)
      if (!template || !found) return
      const lastChanged = Math.max(Date.now(), template.lastChanged + 1)
      table('ReportTemplate').set(template.id, { ...template, lastChanged, values: { ...template.values, ...found } })
    }

    function update(call: Call, dto: Dto, key: string, external: boolean): Answer {
      const body = bodyOf(call, dto)
      const old = external ? byExternalId(dto.name, key) : table(dto.name).get(key)
      const partial = call.method === 'PATCH'
      const id = old?.id ?? (external ? ((body['id'] as string | null | undefined) ?? newId()) : key)
      const force = flag(call, 'forceUpdate')
      if (!isGuid(id) || (body['id'] ?? id) !== id || (old === undefined && table(dto.name).has(id)))
        throw malformed('id')
      if (old !== undefined) checkLock(old, body['lastChanged'], force)
      // Choice: by external id, the body may give an existing record another external id, or none, but not a new one.
      const sent = body['externalId'] as string | null | undefined
      if (external && old === undefined && sent !== undefined && sent !== key)
        throw malformed('externalId differs from the path')
      const unsent = external ? key : partial || dto.syncBase < 9 ? (old?.externalId ?? null) : null
      const row = store(dto, old, id, sent === undefined ? unsent : sent, body, partial)
      return { status: 201, json: { data: [view(call, dto, row, false)] } }
    }

    function create(call: Call, dto: Dto): Answer {
      const body = bodyOf(call, dto)
      flag(call, 'forceUpdate')
      const id = (body['id'] as string | null | undefined) ?? newId()
      // Choice: creating what exists is a bad request, forced or not; a supplied lastChanged is ignored.
      if (table(dto.name).has(id)) throw dataRefusal(400, 'PEER-EXISTS', 'There is a record {0}', id)
      const row = store(dto, undefined, id, (body['externalId'] as string | null | undefined) ?? null, body, true)
      // Choice: 200, as for every call whose status is not told.
      return { status: 200, json: { data: [view(call, dto, row, false)] } }
    }

    function remove(call: Call, dto: Dto, row: Row): Answer {
      if (!flag(call, 'forceDelete')) {
        const text = call.query.get('lastChanged')
        if (text === undefined || !/^\d+$/.test(text)) throw malformed('lastChanged')
        checkLock(row, Number(text), false)
      }
      table(dto.name).delete(row.id)
      graves.set(keyOf(dto.name), [
        ...(graves.get(keyOf(dto.name)) ?? []),
        { id: row.id, externalId: row.externalId, at: transaction ?? Date.now() },
      ])
      // Choice: an empty body.
      return { status: 200 }
    }

    /** Choice: with DeletedObjects.1 the answer is a bare list of ids. */
    function deleted(call: Call, name: string): Answer {
      const [from, to] = ['from', 'to'].map((bound) => {
        const text = call.query.get(bound) ?? ''
        if (!/^\d+$/.test(text)) throw malformed(bound)
        return Number(text)
      }) as [number, number]
      const version = /^DeletedObjects\.([12])$/.exec(call.query.get('dtos') ?? '')?.[1]
      if (version === undefined) throw malformed('dtos')
      const found = (graves.get(keyOf(name)) ?? []).filter(({ at }) => at >= from && at < to)
      if (version === '1') return { status: 200, json: found.map(({ id }) => id) }
      return {
        status: 200,
        json: { deletedIds: found.map(({ id, externalId }) => ({ id, ...(externalId !== null && { externalId }) })) },
      }
    }

    const source: Source = { table, readable, me: caller.by }
    return { table, byExternalId, view, shaped, source, deleted, create, update, remove }
  }

  /** The records themselves, for the interfaces of the second document, which have rules of their own. */
  function records(caller: Caller) {
    const { table, byExternalId } = open(caller)
    const write = (name: string, old: Row | undefined, values: Values, externalId: string | null = null): Row => {
      const row: Row = {
        id: old?.id ?? newId(),
        externalId: old?.externalId ?? externalId,
        values: { ...old?.values, ...values },
        lastChanged: transaction ?? Math.max(Date.now(), (old?.lastChanged ?? 0) + 1),
        lastChangedBy: caller.by,
      }
      table(name).set(row.id, row)
      return row
    }
    return { table, byExternalId, write }
  }

  const newId = () => randomUUID().replaceAll('-', '').toUpperCase()

  function answer(call: Call, path: readonly string[], caller: Caller): Answer {
    const [name = '', second, third] = path
    const external = path.length === 3 && second === 'externalId'
    const content = path.length === 3 && name === 'Attachment' && third === 'content'
    if (own(resources, name) === undefined || (path.length > 2 && !external && !content))
      throw dataRefusal(404, 'PEER-PATH', 'Nothing at this path')
    if (path.length === 1) onlyMethods(call, 'GET', 'POST')
    else if (content) onlyMethods(call, 'GET')
    else onlyMethods(call, 'GET', 'PUT', 'PATCH', 'DELETE')
    const db = open(caller)
    // Choice: whoever may not read a resource is told so when asking for it by name.
    if (!db.source.readable(name)) throw dataRefusal(403, 'PEER-FORBIDDEN', 'No permission on {0}', name)
    if (second === 'deleted') {
      onlyMethods(call, 'GET')
      return db.deleted(call, name)
    }
    const dto = dtoOf(call, name)
    if (content) return contentOf(db.table(name).get(second ?? ''))
    // Choice: no update of an attachment at all.
    if (name === 'Attachment' && path.length > 1) onlyMethods(call, 'GET', 'DELETE')
    if (second === undefined) {
      if (call.method === 'POST') return db.create(call, dto)
      const { rows, envelope } = listPage(call, db.source, name)
      return { status: 200, json: { data: rows.map((row) => db.view(call, dto, row, true)), ...envelope } }
    }
    if (external && dto.syncBase < 9) throw malformed('dtos without external ids')
    const key = external ? (third ?? '') : second
    if (call.method === 'PUT' || call.method === 'PATCH') return db.update(call, dto, key, external)
    const row = external ? db.byExternalId(name, key) : db.table(name).get(key)
    if (row === undefined) throw dataRefusal(404, 'PEER-NOT-FOUND', 'No record {0}', key)
    if (call.method === 'DELETE') return db.remove(call, dto, row)
    return { status: 200, json: { data: [db.view(call, dto, row, true)] } }
  }

  const selected = (call: Call, caller: Caller): Answer => {
    const db = open(caller)
    return select(call, db.source, (name) => {
      const dto = dtoOf(call, name)
      if (!db.source.readable(name)) throw dataRefusal(403, 'PEER-FORBIDDEN', 'No permission on {0}', name)
      return (row, fields) => db.shaped(call, dto, row, true, fields)
    })
  }
  const download = (call: Call, caller: Caller): Answer => {
    const db = open(caller)
    return olderContent(call, (id) => db.table('Attachment').get(id))
  }

  return { answer, select: selected, download, begin, records }
}

export type Records = ReturnType<ReturnType<typeof createData>['records']>
