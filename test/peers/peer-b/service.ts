import type { Answer, Call } from '../http.ts'
import { oauthRefusal, onlyMethods } from '../http.ts'
import type { Row, Values } from '../peer/model.ts'
import type { Context, Place } from './context.ts'
import { headerOf, invalid, isObject, jsonOf, missing, momentOf, textIn } from './context.ts'
import {
  activityFields,
  callFields,
  createReader,
  explicitAddress,
  renamed,
  resolvedAddress,
  targets,
} from './service-read.ts'
import { uuid } from './state.ts'

/** Choice: 422 for a reference that leads nowhere and for an external id in use. */
const unfit = (what: string) => oauthRefusal(422, 'unprocessable', `Not acceptable: ${what}`)

type Fields = typeof callFields
const listIn = (body: Values, name: string): Values[] => {
  const list = body[name] ?? []
  if (!Array.isArray(list) || !list.every(isObject)) throw invalid(name)
  return list
}
const isEmpty = (value: unknown) => value === undefined || value === null

function writer({ records }: Place) {
  /** Choice: only the first of the three that is there is looked at; an id that finds nothing is not helped by a code. */
  function referred(field: string, value: unknown): string {
    if (!isObject(value)) throw invalid(field)
    const rows = [...records.table(targets[field] ?? '').values()]
    const { id, code, externalId } = value
    const found = !isEmpty(id)
      ? rows.find((row) => row.id === id)
      : !isEmpty(code)
        ? rows.find((row) => row.values['code'] === code)
        : !isEmpty(externalId)
          ? rows.find((row) => row.externalId === externalId)
          : undefined
    if (found === undefined) throw unfit(field)
    return found.id
  }

  const whole = (body: Values, name: string, fallback?: number): number | undefined => {
    const value = body[name] ?? fallback
    if (value !== undefined && !Number.isInteger(value)) throw invalid(name)
    return value as number | undefined
  }
  const flag = (body: Values, name: string): boolean => {
    const value = body[name] ?? false
    if (typeof value !== 'boolean') throw invalid(name)
    return value
  }

  const kept = (resource: string) => [...records.table(resource).values()]
  function freeExternalId(used: readonly unknown[], value: unknown): string | null {
    if (isEmpty(value)) return null
    if (typeof value !== 'string' || value === '') throw invalid('externalId')
    if (used.includes(value)) throw unfit(`externalId ${value}`)
    return value
  }

  const seen: unknown[] = []
  function material(body: Values): Values {
    const used = [...kept('ServiceCall'), ...kept('Activity')].flatMap(({ values }) =>
      ((values['reservedMaterials'] ?? []) as Values[]).map(({ externalId }) => externalId),
    )
    const externalId = freeExternalId([...used, ...seen], body['externalId'])
    if (externalId !== null) seen.push(externalId)
    if (isEmpty(body['quantity'])) throw invalid('reservedMaterials.quantity')
    return {
      id: uuid(),
      externalId,
      item: referred('item', body['item']),
      warehouse: referred('warehouse', body['warehouse']),
      serialNumber: isEmpty(body['serialNumber']) ? null : referred('serialNumber', body['serialNumber']),
      quantity: whole(body, 'quantity'),
      moved: whole(body, 'moved', 0),
      used: whole(body, 'used', 0),
      shipped: whole(body, 'shipped') ?? null,
      udfValues: body['udfValues'] ?? [],
    }
  }

  function udfValue(body: Values): Values {
    if (typeof body['value'] !== 'string') throw invalid('udfValues.value')
    return { meta: referred('udfMeta', body['udfMeta']), value: body['value'] }
  }

  /** Choice: an attachment of a tree is told about only; it is no record of the Data API. */
  const attachment = ({ category, description, fileName, title, type }: Values): Values =>
    Object.fromEntries(
      Object.entries({ category, description, fileName, id: { uuid: uuid() }, title, type }).map(([name, value]) => [
        name,
        value ?? null,
      ]),
    )

  function valuesOf(
    body: Values,
    fields: Fields,
    required: readonly string[],
    names: Readonly<Record<string, string>>,
  ) {
    for (const name of required) textIn(body, name)
    const values: Values = {}
    const put = (name: string, value: unknown) => {
      values[names[name] ?? name] = value
    }
    for (const name of fields.texts) {
      if (isEmpty(body[name])) continue
      if (typeof body[name] !== 'string') throw invalid(name)
      put(name, body[name])
    }
    for (const name of fields.references) if (!isEmpty(body[name])) put(name, referred(name, body[name]))
    for (const name of fields.lists)
      if (!isEmpty(body[name]))
        put(
          name,
          listIn(body, name).map((one) => referred(name, one)),
        )
    for (const name of ['dueDateTime', 'earliestStartDateTime']) {
      if (isEmpty(body[name])) continue
      const moment = momentOf(body[name])
      if (Number.isNaN(moment)) throw invalid(name)
      put(name, new Date(moment).toISOString())
    }
    values['durationInMinutes'] = whole(body, 'durationInMinutes')
    values['attachments'] = listIn(body, 'attachments').map(attachment)
    values['requirements'] = listIn(body, 'requirements').map((one) => ({
      inherited: flag(one, 'inherited'),
      mandatory: flag(one, 'mandatory'),
      skill: referred('skill', one['skill']),
    }))
    values['reservedMaterials'] = listIn(body, 'reservedMaterials').map(material)
    values['udfValues'] = listIn(body, 'udfValues').map(udfValue)
    if (!isEmpty(body['address']) && !isObject(body['address'])) throw invalid('address')
    return values
  }

  const code = (prefix: string, resource: string) =>
    `${prefix}/${String(records.table(resource).size + 1).padStart(5, '0')}-${uuid().slice(0, 4)}`

  function addressed(type: 'ServiceCall' | 'Activity', row: Row, body: Values): void {
    const address = body['address']
    if (!isObject(address) || address['source'] || address['sourceId']) return
    // Choice: an address that equals the one the record would have anyway is not stored again.
    const given = ['city', 'country', 'location', 'state', 'street', 'streetNumber', 'zipCode'].map(
      (part) => [part, address[part] ?? null] as const,
    )
    const { source, sourceId, ...resolved } = resolvedAddress(records, type, row) ?? {}
    if (source && sourceId && given.every(([part, value]) => JSON.stringify(resolved[part]) === JSON.stringify(value)))
      return
    const sent = Object.fromEntries(given.filter(([, value]) => value !== null))
    const old = explicitAddress(records, type, row.id)
    records.write('Address', old, { ...sent, object: { objectId: row.id, objectType: type } })
  }

  const externalIds = (resource: string) => kept(resource).map(({ externalId }) => externalId)

  return (body: Values, autoCreate: boolean): Row => {
    // Everything is looked at before anything is written. Choice: ids and codes that are sent are ignored.
    if (isEmpty(body['businessPartner'])) throw invalid('businessPartner')
    const call = valuesOf(body, callFields, ['subject', 'priority', 'status'], renamed)
    const externalId = freeExternalId(externalIds('ServiceCall'), body['externalId'])
    const own: unknown[] = externalIds('Activity')
    const activities = listIn(body, 'activities').map((one) => {
      const values = valuesOf(one, activityFields, ['subject'], {})
      const id = freeExternalId(own, one['externalId'])
      own.push(id)
      return { values, externalId: id, body: one }
    })
    // Choice: an empty list is none; the default activity has the subject of the call and is as long.
    if (activities.length === 0 && autoCreate)
      activities.push({
        values: { subject: body['subject'], durationInMinutes: call['durationInMinutes'] },
        externalId: null,
        body: {},
      })
    const row = records.write('ServiceCall', undefined, { ...call, code: code('SC', 'ServiceCall') }, externalId)
    addressed('ServiceCall', row, body)
    for (const one of activities) {
      // Choice: unless told, an activity is an assignment that is open and to be dispatched.
      const values = { type: 'ASSIGNMENT', status: 'OPEN', executionStage: 'DISPATCHING', ...one.values }
      const made = records.write(
        'Activity',
        undefined,
        { ...values, code: code('AC', 'Activity'), serviceCall: row.id, businessPartner: call['businessPartner'] },
        one.externalId,
      )
      addressed('Activity', made, one.body)
    }
    return row
  }
}

export function createService({ privileged, placed }: Context) {
  return (call: Call, path: readonly string[]): Answer => {
    const holder = privileged(call, 'ADMINISTRATOR', 'SUPERUSER')
    // Choice: the deprecated headers still do where the new ones are missing.
    const { account, company } = call.headers
    const headers = {
      ...call.headers,
      ...(typeof account === 'string' && !headerOf(call, 'x-account-name') && { 'x-account-name': account }),
      ...(typeof company === 'string' && !headerOf(call, 'x-company-name') && { 'x-company-name': company }),
    }
    const place = placed({ ...call, headers }, holder, [
      'X-Account-Name',
      'X-Client-ID',
      'X-Client-Version',
      'X-Company-Name',
    ])
    const { records } = place
    const read = createReader(records)
    const [callId, activities, activityId] = path
    if (callId === undefined) {
      onlyMethods(call, 'POST')
      const auto = call.query.get('autoCreateActivity') ?? 'true'
      if (auto !== 'true' && auto !== 'false') throw invalid('autoCreateActivity')
      const made = writer(place)(jsonOf(call), auto === 'true')
      return { status: 200, json: read.call(made) }
    }
    // Choice: nothing but what is described is offered, so no PATCH and no bulk; the id is the cloud id alone.
    onlyMethods(call, 'GET')
    const row = records.table('ServiceCall').get(callId)
    if (row === undefined) throw missing('service call')
    if (path.length === 1) return { status: 200, json: read.call(row) }
    const found = records.table('Activity').get(activityId ?? '')
    // Choice: an activity of another call is not found below this one.
    if (activities !== 'activities' || path.length !== 3 || found?.values['serviceCall'] !== row.id)
      throw missing('activity')
    return { status: 200, json: read.activity(found) }
  }
}
