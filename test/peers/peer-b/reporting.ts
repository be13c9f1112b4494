import type { Answer, Call } from '../http.ts'
import { onlyMethods } from '../http.ts'
import type { Row, Values } from '../peer/model.ts'
import type { Context, Place } from './context.ts'
import { forbidden, invalid, isObject, jsonOf, missing } from './context.ts'
import { generated, reportTypes, unzip, zip } from './report-archive.ts'

const fields = ['reportTemplate', 'reportLanguage', 'reportParameters', 'reportTimeZone', 'reportType']
const jrxml =
  '<?xml version="1.0"?>\n<jasperReport name="report"><parameter name="checklistInstanceId" class="java.lang.String"/></jasperReport>\n'
/** Choice: two embedded templates; a build that names none gets the first. */
export const embedded: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Service Report': { 'report.jrxml': jrxml, 'translations_de.properties': 'title=Bericht\n' },
  'Blank Page': { 'report.jrxml': '<?xml version="1.0"?>\n<jasperReport name="report"/>\n' },
}

/** Files of the youngest attachment of a template that is an archive. */
function archiveOf({ records }: Place, template: Row): Buffer | undefined {
  const attached = [...records.table('Attachment').values()].filter(({ values: { object } }) => {
    return isObject(object) && object['objectType'] === 'ReportTemplate' && object['objectId'] === template.id
  })
  return attached
    .map(({ values }) => Buffer.from(String(values['fileContent']), 'base64'))
    .filter((bytes) => unzip(bytes)?.has('report.jrxml') === true)
    .at(-1)
}

function bytesOf(place: Place, name: string): Buffer {
  const files = Object.hasOwn(embedded, name) ? embedded[name] : undefined
  if (files !== undefined) return zip(files)
  const template = place.records.table('ReportTemplate').get(name)
  if (template === undefined) throw missing('report template')
  const bytes = archiveOf(place, template)
  // Choice: a template without an archive can neither be built nor downloaded.
  if (bytes === undefined) throw missing('archive of the report template')
  return bytes
}

function fits(type: unknown, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

/** Whether parameters comply with a schema as this peer generates them. */
function complies(schema: Values, parameters: Values): boolean {
  const properties = schema['properties'] as Record<string, { type: string }>
  return Object.entries(parameters).every(
    ([name, value]) => Object.hasOwn(properties, name) && fits(properties[name]?.type, value),
  )
}

function partsOf(call: Call): [string, string][] {
  const type = call.headers['content-type'] ?? ''
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) throw invalid('boundary')
  return `\r\n${call.body}`
    .split(`\r\n--${boundary}`)
    .slice(1, -1)
    .map((piece) => {
      const at = piece.indexOf('\r\n\r\n')
      const name = /\bname="([^"]*)"/i.exec(piece.slice(0, Math.max(0, at)))?.[1]
      if (name === undefined) throw invalid('part')
      return [name, piece.slice(at + 4)]
    })
}

function bodyOf(call: Call): { readonly body: Values; readonly form: boolean } {
  const type = (call.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase()
  if (type === 'application/json') return { body: jsonOf(call), form: false }
  const multipart = type === 'multipart/form-data'
  if (!multipart && type !== 'application/x-www-form-urlencoded') throw invalid('content type')
  const pairs = multipart ? partsOf(call) : [...new URLSearchParams(call.body)]
  const body: Values = {}
  const parameters: Values = {}
  for (const [name, value] of pairs) {
    if (name.startsWith('reportParameters.')) parameters[name.slice('reportParameters.'.length)] = value
    else if (name === 'reportParameters') {
      // Choice: a form may also hold all parameters as one text of JSON.
      const all = jsonOf({ ...call, body: value })
      Object.assign(parameters, all)
    } else body[name] = value
  }
  return { body: Object.keys(parameters).length > 0 ? { ...body, reportParameters: parameters } : body, form: true }
}

/** Choice: what a form sends as text is a number or a boolean where the schema wants one. */
function typed(schema: Values, parameters: Values): Values {
  const properties = schema['properties'] as Record<string, { type: string } | undefined>
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      const type = properties[name]?.type
      if (type === undefined || type === 'string' || typeof value !== 'string') return [name, value]
      try {
        return [name, JSON.parse(value) as unknown]
      } catch {
        return [name, value]
      }
    }),
  )
}

export function createReporting(context: Context) {
  function placeOf(call: Call): Place {
    // Choice: any valid token will do, as no privilege is asked for.
    const holder = context.holderOf(call)
    const name = call.query.get('account')
    const account = name === undefined ? holder.account : context.accountOf(call, holder, name)
    if (account === undefined) throw forbidden('No such account')
    const company = call.query.get('company') ?? context.companiesOf(holder)[0]?.name
    return context.placeOf(holder, account, company ?? '')
  }

  function build(call: Call, place: Place): Answer {
    const { body: sent, form } = bodyOf(call)
    // Choice: a field that is none of the five is refused, and null is no value for one.
    const strange = Object.entries(sent).find(([name, value]) => !fields.includes(name) || value === null)
    if (strange !== undefined) throw invalid(strange[0])
    for (const name of fields)
      if (name !== 'reportParameters' && sent[name] !== undefined && typeof sent[name] !== 'string') throw invalid(name)
    const template = (sent['reportTemplate'] as string | undefined) ?? 'Service Report'
    const schema = generated(unzip(bytesOf(place, template)) ?? new Map())?.['paramatersSchema'] as Values
    const given = sent['reportParameters'] ?? {}
    if (!isObject(given)) throw invalid('reportParameters')
    const parameters = form ? typed(schema, given) : given
    if (!complies(schema, parameters)) throw invalid('reportParameters')
    const type = (sent['reportType'] as string | undefined) ?? 'PDF'
    // Choice: types are in capitals; a language is not looked into, a time zone is.
    if (!reportTypes.includes(type)) throw invalid('reportType')
    try {
      if (sent['reportTimeZone'] !== undefined)
        new Intl.DateTimeFormat('en', { timeZone: sent['reportTimeZone'] as string })
    } catch {
      throw invalid('reportTimeZone')
    }
    // Choice: 201, the fields that were sent, and the report in a further one.
    const report = {
      fileName: `report.${type.toLowerCase()}`,
      content: Buffer.from(type === 'PDF' ? '%PDF-1.4\n%%EOF\n' : 'PK').toString('base64'),
    }
    const echo = { ...sent, ...(sent['reportParameters'] !== undefined && { reportParameters: parameters }) }
    return { status: 201, json: { ...echo, report } }
  }

  return (call: Call, path: readonly string[]): Answer => {
    if (path.length > 1 || (path[0] !== undefined && path[0] !== 'build' && path[0] !== 'download'))
      throw missing('path')
    onlyMethods(call, 'POST')
    const place = placeOf(call)
    if (path[0] !== 'download') return build(call, place)
    const name = jsonOf(call)['reportTemplate']
    if (typeof name !== 'string') throw invalid('reportTemplate')
    // Choice: the files come as the archive they are in.
    return {
      status: 200,
      headers: { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="template.zip"' },
      bytes: bytesOf(place, name),
    }
  }
}
