import { authenticate, isRefusal } from '../caller.ts'
import { storeOf } from '../data/stores.ts'
import type { House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Call, Interface } from '../interface.ts'
import { createStore, type Store } from '../store/store.ts'
import { writeArchive } from './archive.ts'
import { convertedParameters, troubleIn } from './complies.ts'
import { fieldsOf, objectIn } from './fields.ts'
import { templateNamed } from './templates.ts'

const refused = ({ rules }: House, message: string, status = rules.reporting.refusal()): PlatformResponse =>
  json(status, { message })

/** The records of the caller's company; or why the call is not served. */
function storeFor(call: Call, house: House, at: 'build' | 'bare' | 'download'): Store | PlatformResponse {
  const { reporting } = house.rules
  if (!reporting.serves(at)) return json(404, { error: 'not_found' })
  const caller = authenticate(call, house, { room: 'reporting', company: false })
  if (isRefusal(caller)) return reporting.turnsAway(caller)
  const identifier = call.query.get('clientIdentifier')
  if (identifier === undefined && reporting.needsIdentifier(at)) return refused(house, 'clientIdentifier is missing')
  if (identifier !== undefined && !reporting.takesQuery(at)) return refused(house, 'clientIdentifier is not known')
  const seesRecords = reporting.seesRecords(caller.user?.privileges)
  // Who names no company sees the records of none.
  return caller.company && seesRecords ? storeOf(caller, house, call.operation) : createStore(house.clock)
}

const isResponse = (value: Store | PlatformResponse): value is PlatformResponse => 'status' in value

/** POST of a build: the answer shows the fields that were understood (B-RPT-01..03). */
const build =
  (at: 'build' | 'bare') =>
  async (call: Call, house: House): Promise<PlatformResponse> => {
    const store = storeFor(call, house, at)
    if (isResponse(store)) return store
    const { reporting } = house.rules
    const asked = await fieldsOf(call, house)
    if (typeof asked === 'string') return refused(house, asked)
    const { encoding, fields } = asked
    const due = reporting.due(encoding).find((name) => fields[name] === undefined)
    if (due !== undefined) return refused(house, `${due} is missing`)
    const { reportTemplate: name, reportParameters = {}, reportTimeZone: zone } = fields
    if (typeof zone === 'string' && !reporting.knowsZone(zone)) return refused(house, 'there is no such time zone')
    const found =
      typeof name === 'string' ? templateNamed(reporting.named(name, encoding), store, house, 'build') : undefined
    if (name !== undefined && !found && reporting.refusesUnknown())
      return refused(house, 'there is no such template', 404)
    const sent = reportParameters as Readonly<Record<string, unknown>>
    const declared = found?.declared ?? []
    const parameters = encoding === 'json' || !reporting.converts() ? sent : convertedParameters(sent, declared)
    const trouble = found && troubleIn(parameters, declared, encoding, house.rules)
    if (trouble !== undefined) return refused(house, trouble)
    const objection = found && reporting.objects(fields, [...found.archive.files.keys()])
    if (objection !== undefined) return refused(house, objection)
    if (reporting.answers() === 'file')
      return {
        status: 200,
        headers: [
          ['Content-Type', 'application/pdf'],
          ['Content-Disposition', 'attachment; filename="report.pdf"'],
        ],
        body: Buffer.from('%PDF-1.4\n%%EOF\n'),
      }
    const shown = { ...fields, ...(fields['reportParameters'] ? { reportParameters: parameters } : {}) }
    return reporting.built(json(200, { ...reporting.fills(), ...shown }))
  }

/** POST of a download: the files of a template (B-RPT-05). */
async function download(call: Call, house: House): Promise<PlatformResponse> {
  const store = storeFor(call, house, 'download')
  if (isResponse(store)) return store
  const { reporting } = house.rules
  const name = objectIn(call.request.body)?.['reportTemplate']
  if (typeof name !== 'string') return refused(house, 'reportTemplate is missing')
  const found = templateNamed(name, store, house, 'download')
  if (!found) return refused(house, 'there is no such template', 404)
  const trouble = reporting.checksDownload() ? troubleIn({}, found.declared, 'json', house.rules) : undefined
  if (trouble !== undefined) return refused(house, trouble)
  const { archive } = found
  const all = [...archive.files]
  const delivered = all
    .filter(([file, bytes]) => reporting.delivers(file, bytes))
    .map(([file, bytes]) => [file, reporting.delivered(bytes, file)] as const)
  const form = reporting.downloadForm()
  if (form === 'list')
    return json(200, {
      files: delivered.map(([file, bytes]) => ({ name: file, content: bytes.toString('base64') })),
    })
  const isWhole = delivered.length === all.length && delivered.every(([, bytes], at) => bytes === all[at]?.[1])
  return {
    status: 200,
    headers: [['Content-Type', 'application/zip']],
    body:
      form === 'stored' && isWhole && archive.bytes
        ? archive.bytes
        : await writeArchive(new Map(form === 'folders' ? delivered.toReversed() : delivered), form === 'folders'),
  }
}

const base = '/api/reporting/v1'

/** The Reporting API, at each cluster's address. */
export const reportingInterface: Interface = {
  name: 'reporting',
  at: 'cluster',
  routes: [
    { method: 'POST', path: base, handle: build('bare') },
    { method: 'POST', path: `${base}/build`, handle: build('build') },
    { method: 'POST', path: `${base}/download`, handle: download },
  ],
}
