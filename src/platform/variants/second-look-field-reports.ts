import type { Variant } from '../deviation.ts'
import { askedOf, eachRecord, headerIn, isWell, withJson, type Asked, type Json } from '../faults/passing.ts'
import { plain } from '../faults/serving.ts'
import { perHouse, type House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { readArchive } from '../reporting/archive.ts'
import { through } from './lawful.ts'
import { isFieldList, objectSent } from './turned-away.ts'

const lateMs = 1000
const boundary = 'part-of-a-form'

const isDownload = (request: PlatformRequest): boolean =>
  request.method === 'POST' && askedOf(request).path === '/api/reporting/v1/download'

/** The files of a download that delivers an archive. */
async function filesOf(request: PlatformRequest, response: PlatformResponse): Promise<ReadonlyMap<string, Buffer>> {
  const isZip = isDownload(request) && isWell(response) && headerIn(response, 'Content-Type') === 'application/zip'
  const files = isZip ? await readArchive(response.body, true) : ''
  return typeof files === 'string' ? new Map() : files
}

/** Until when what is generated of a template is not yet there, and how it was when it was last read. */
const due = perHouse(() => new Map<string, number>())
const shown = perHouse(() => new Map<string, Json>())

/** Notes the template to which a request attaches an archive. */
function noted(asked: Asked, request: PlatformRequest, response: PlatformResponse, house: House): void {
  const { object } = objectSent(request)
  if (asked.resource === 'Attachment' && asked.method !== 'GET' && isWell(response) && isFieldList(object))
    due(house).set(plain(object['objectId']), house.clock.now() + lateMs)
}

const isLate = (id: unknown, house: House): boolean => (due(house).get(plain(id)) ?? 0) > house.clock.now()

const without = (record: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

const changedTemplates = (
  asked: Asked,
  response: PlatformResponse,
  change: (record: Json) => Json,
): PlatformResponse =>
  asked.resource === 'ReportTemplate' && isWell(response) && response.body.length > 0
    ? withJson(response, (body) => eachRecord(body, change))
    : response

/** Lawful servers of reports that a second look at the checks named. */
export const secondLookReportVariants: readonly Variant[] = [
  {
    ...through(
      'report-languages-generated-after-the-schema',
      ['B-RPT-07'],
      'languages and types of a template are as before for a second after its paramatersSchema is that of a new archive.',
      async (request, go, { house }) => {
        const response = await go(request)
        const asked = askedOf(request)
        noted(asked, request, response, house)
        return changedTemplates(asked, response, (record) => {
          const { languages, types } = record
          const before = shown(house).get(plain(record['id']))
          if (isLate(record['id'], house)) return { ...without(record, ['languages', 'types']), ...before }
          if (languages !== undefined && languages !== null) shown(house).set(plain(record['id']), { languages, types })
          return record
        })
      },
    ),
    excludes: ['report-fields-generated-late'],
  },
  {
    ...through(
      'report-archives-unpacked-late',
      ['B-RPT-07', 'B-RPT-14'],
      'For a second after an archive was attached, its template shows nothing of it, and is downloaded with 404.',
      async (request, go, { house }) => {
        const asked = askedOf(request)
        const response = await go(request)
        noted(asked, request, response, house)
        if (isDownload(request) && isWell(response) && isLate(objectSent(request)['reportTemplate'], house))
          return json(404, { message: 'not unpacked yet' })
        return changedTemplates(asked, response, (record) =>
          isLate(record['id'], house) ? without(record, ['languages', 'types', 'paramatersSchema']) : record,
        )
      },
    ),
    excludes: ['report-fields-generated-late', 'report-languages-generated-after-the-schema'],
  },
  through(
    'report-download-with-types',
    ['B-RPT-14'],
    'A download is a list of names, contents in base64 and media types.',
    async (request, go) => {
      const response = await go(request)
      const files = await filesOf(request, response)
      const list = [...files].map(([fileName, bytes]) => ({
        fileName,
        content: bytes.toString('base64'),
        contentType: 'application/xml',
      }))
      return list.length > 0 ? json(200, { files: list }) : response
    },
  ),
  {
    ...through(
      'report-download-as-form-data',
      ['B-RPT-14'],
      'A download is multipart/form-data, in which each file is a part of one name.',
      async (request, go) => {
        const response = await go(request)
        const files = await filesOf(request, response)
        const parts = [...files].flatMap(([name, bytes]) => [
          Buffer.from(
            `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
          ),
          bytes,
          Buffer.from('\r\n'),
        ])
        return parts.length === 0
          ? response
          : {
              status: 200,
              headers: [['Content-Type', `multipart/form-data; boundary=${boundary}`]],
              body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
            }
      },
    ),
    excludes: ['report-download-with-types', 'report-download-with-folders'],
  },
]
