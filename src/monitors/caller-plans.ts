import { isObject } from '../exchange/json.ts'
import type { MakeMonitor, Scene } from './monitor.ts'
import type { Moment } from './observed.ts'
import { idKey } from './sighting.ts'
import { breachOf, type JsonObject } from './small-schema.ts'

const [callsAtMost, templatesAtMost] = [5000, 200]
/** Others may have changed a template that was read longer ago than this, in milliseconds. */
const lately = 5 * 60_000

interface Template {
  readonly schema: JsonObject
  readonly moment: Moment
}

/**
 * What callers of document B owe beyond the types of what they send: parameters by the schema of the template (B-RPT-04), a time zone that there is
 * (B-RPT-02), a plugin, and activities and no service calls for a re-optimization (B-OPT-02), and the id of the user that is updated (B-USR-11).
 */
export const callerPlans: MakeMonitor = () => {
  const calls = new Set<string>()
  const templates = new Map<string, Template>()
  return {
    name: 'caller-plans',
    side: 'client',
    statements: ['B-OPT-02', 'B-RPT-02', 'B-RPT-04', 'B-USR-11'],
    see(scene) {
      const { observed, sightings } = scene
      const { reading, moment } = observed
      const { operation } = reading.match
      const sent = isObject(reading.requestJson) ? reading.requestJson : {}
      for (const { resource, id, fields } of sightings) {
        if (resource === 'ServiceCall') note(id)
        const schema = resource === 'ReportTemplate' ? schemaIn(fields['paramatersSchema']) : undefined
        if (resource !== 'ReportTemplate') continue
        templates.delete(id)
        if (schema) templates.set(id, { schema, moment })
        if (templates.size > templatesAtMost) templates.delete(templates.keys().next().value as string)
      }
      if (operation.id === 'service/create' || operation.id === 'service/get') {
        const id = isObject(reading.json) ? reading.json['id'] : undefined
        if (isObject(id) && typeof id['uuid'] === 'string') note(idKey(id['uuid']))
      }
      if (operation.id === 'optimization/re-optimize') judgeJob(sent, scene)
      if (operation.id === 'user/replace') judgeUser(sent['id'], scene)
      if (operation.id !== 'reporting/build' && operation.id !== 'reporting/build-at-base') return
      judgeParameters(sent, scene)
      judgeZone(sent['reportTimeZone'] ?? reading.form['reportTimeZone'], scene)
    },
  }

  function note(id: string): void {
    calls.add(id)
    if (calls.size > callsAtMost) calls.delete(calls.keys().next().value as string)
  }

  function judgeJob(sent: JsonObject, { observed: { moment }, out }: Scene): void {
    const ids = sent['activityIds']
    if (!Array.isArray(ids)) return
    const find = (expected: string, actual: string): void =>
      out.find({ statement: 'B-OPT-02', side: 'client', expected, actual, exchanges: [moment.ref] })
    out.assert('B-OPT-02')
    if (ids.some((id) => typeof id === 'string' && calls.has(idKey(id))))
      find('activityIds are ids of activities', 'the id of a service call')
    // Either spelling names the plugin (B-OPT-03).
    if (!('optimizationPlugin' in sent) && !('optimisationPlugin' in sent))
      find('a re-optimization names its plugin', 'neither optimizationPlugin nor optimisationPlugin')
  }

  function judgeParameters(sent: JsonObject, { observed: { moment }, out }: Scene): void {
    const { reportTemplate: name, reportParameters: parameters } = sent
    const template = typeof name === 'string' ? templates.get(idKey(name)) : undefined
    if (!template || !isObject(parameters) || moment.sentAt - template.moment.answeredAt > lately) return
    out.assert('B-RPT-04')
    const actual = breachOf(template.schema, parameters)
    if (actual !== undefined)
      out.find({
        statement: 'B-RPT-04',
        side: 'client',
        expected: 'reportParameters comply with the schema of the template',
        actual,
        exchanges: [template.moment.ref, moment.ref],
      })
  }
}

/** The time-zone database gets new names, but none without a region any more: those that are unknown here are none. */
function judgeZone(name: unknown, { observed: { moment }, out }: Scene): void {
  if (typeof name !== 'string' || name === '') return
  out.assert('B-RPT-02')
  if (name.includes('/') || isZone(name)) return
  out.find({
    statement: 'B-RPT-02',
    side: 'client',
    expected: 'reportTimeZone is a name of the time-zone database',
    actual: JSON.stringify(name.slice(0, 60)),
    exchanges: [moment.ref],
  })
}

function isZone(name: string): boolean {
  // The oldest names stand for offsets; implementations disagree on which of them they still know.
  if (/^[A-Z][A-Za-z]{2}[\w+-]*$/.test(name) && name.length <= 7 && name === name.toUpperCase()) return true
  // Some implementations take offsets, too.
  if (/^[+-]/.test(name)) return false
  // It is in the database for those who have set none, and implementations leave it out.
  if (name === 'Factory' || name === 'localtime' || name === 'posixrules') return true
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The id in the body is that of the path; whether it is a number or a text is not said here. */
function judgeUser(id: unknown, { observed: { reading, moment }, out }: Scene): void {
  if (typeof id !== 'number' && typeof id !== 'string') return
  out.assert('B-USR-11')
  const path = reading.path('userId')
  if (path === undefined || Number(id) === Number(path) || String(id) === path) return
  out.find({
    statement: 'B-USR-11',
    side: 'client',
    expected: `an update of the user ${path} carries its id`,
    actual: `the id ${id}`,
    exchanges: [moment.ref],
  })
}

/** A schema stands in its field as an object or as text. */
function schemaIn(value: unknown): JsonObject | undefined {
  if (isObject(value)) return value
  if (typeof value !== 'string') return undefined
  try {
    const parsed: unknown = JSON.parse(value)
    return isObject(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}
