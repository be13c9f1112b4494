import { gzipSync } from 'node:zlib'
import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import type { Passage } from '../seams/passage.ts'
import { strictBase64, strictDisposition } from '../rulebook/attachment.ts'
import {
  askedOf,
  eachRecord,
  isBatch,
  isWell,
  jsonIn,
  passing,
  refused,
  reshaping,
  withBody,
  withJson,
  type Asked,
  type Json,
} from './passing.ts'

const plain = (id: unknown) => String(id).replaceAll('-', '').toUpperCase()
const isAttachment = ({ resource }: Asked) => resource === 'Attachment'
/** The id whose content is asked for, in either form. */
const contentOf = (asked: Asked): string | undefined =>
  asked.by === 'content'
    ? plain(asked.name)
    : asked.path.endsWith('/attachmentService') && asked.query.has('guid')
      ? plain(asked.query.get('guid'))
      : undefined
const recordOf = (response: PlatformResponse): Json | undefined =>
  Object.values(((jsonIn(response)?.['data'] as Json[] | undefined) ?? [])[0] ?? {})[0] as Json | undefined
const read = (request: PlatformRequest, go: Passage) =>
  go({ ...request, method: 'GET', body: Buffer.alloc(0), target: request.target.replace(/&?force\w+=true/, '') })
const contentRequest = (request: PlatformRequest, id: string): PlatformRequest => ({
  ...request,
  method: 'GET',
  body: Buffer.alloc(0),
  target: request.target.replace(/\/Attachment\/[^?]*/, `/Attachment/${id}/content`),
})
const other = perHouse(() => new Map<string, Buffer>())
const kept = perHouse(() => new Map<string, PlatformResponse>())
const lost = perHouse(() => new Set<string>())

/** A fault after which the content of some attachments is other bytes. */
export const replacing = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  concerns: (asked: Asked, inBatch: boolean) => boolean,
  content: (body: Json) => string | undefined,
): Fault =>
  passing(id, breaks, says, async (request, go, { house, inBatch }) => {
    const asked = askedOf(request)
    if (isAttachment(asked) && concerns(asked, inBatch)) {
      const fileContent = content(jsonIn(request) ?? {})
      const about = recordOf(await read(request, go))?.['id']
      if (fileContent !== undefined && about !== undefined)
        other(house).set(plain(about), Buffer.from(fileContent, 'base64'))
    }
    const response = await go(request)
    const bytes = other(house).get(contentOf(asked) ?? '')
    return bytes && isWell(response) ? { ...response, body: bytes } : response
  })
export const textOf = ({ fileContent }: Json) => (typeof fileContent === 'string' ? fileContent : undefined)

/** Quiet breaches of A-ATT, thought up from its sentences alone. */
export const readingsAttachmentFaults: readonly Fault[] = [
  passing(
    'att-empty-file',
    ['A-ATT-01', 'A-ATT-03'],
    'The content of an empty file is not found.',
    async (request, go) => {
      const response = await go(request)
      return contentOf(askedOf(request)) !== undefined && isWell(response) && response.body.length === 0
        ? refused(404, 'there is no content')
        : response
    },
  ),
  {
    id: 'att-padding',
    breaks: ['A-ATT-01', 'A-ATT-03'],
    says: 'Content loses the bytes of its last, incomplete group of three.',
    rule: { attachment: { bytes: (bytes) => bytes.subarray(0, bytes.length - (bytes.length % 3)) } },
  },
  passing('att-plus-slash', ['A-ATT-01'], 'Plus signs and slashes in fileContent are skipped.', (request, go) => {
    const asked = askedOf(request)
    const body = isAttachment(asked) && asked.method === 'POST' ? jsonIn(request) : undefined
    const text = body && textOf(body)?.replace(/[+/]/g, '')
    return text === undefined
      ? go(request)
      : go(
          withBody(
            request,
            Buffer.from(JSON.stringify({ ...body, fileContent: Buffer.from(text, 'base64').toString('base64') })),
          ),
        )
  }),
  reshaping(
    'att-reference-lost-extid',
    ['A-ATT-01'],
    'An attachment with an external id refers to nothing.',
    (asked) => isAttachment(asked) && asked.method === 'GET',
    (body) =>
      eachRecord(body, (record) =>
        'externalId' in record && record['externalId'] !== null ? { ...record, object: null } : record,
      ),
  ),
  reshaping('att-name-nonascii', ['A-ATT-01'], 'Names of attachments are stored in ASCII.', isAttachment, (body) =>
    eachRecord(body, (record) => ({ ...record, fileName: String(record['fileName']).replace(/[^\x20-\x7e]/gu, '?') })),
  ),
  passing(
    'att-content-in-post-answer',
    ['A-ATT-02'],
    'The answer to a POST holds the content.',
    async (request, go) => {
      const response = await go(request)
      const asked = askedOf(request)
      return isAttachment(asked) && asked.method === 'POST'
        ? withJson(response, (body) =>
            eachRecord(body, (record) => ({ ...record, fileContent: textOf(jsonIn(request) ?? {}) })),
          )
        : response
    },
  ),
  passing('att-content-fields', ['A-ATT-02'], 'fileContent is filled where fields names it.', async (request, go) => {
    const asked = askedOf(request)
    const fields = asked.query.get('fields')?.split(',') ?? []
    if (!isAttachment(asked) || asked.by === 'list' || !fields.includes('fileContent')) return go(request)
    const target = request.target.replace(/([?&])fields=[^&]*/, '$1fields=id')
    const response = await go({ ...request, target })
    const content = await go(contentRequest({ ...request, target }, String(recordOf(response)?.['id'])))
    return withJson(response, (body) =>
      eachRecord(body, (record) => ({ ...record, fileContent: content.body.toString('base64') })),
    )
  }),
  passing(
    'att-content-query-api',
    ['A-ATT-02'],
    'The Query API shows the content of attachments.',
    async (request, go) => {
      const statement = String(jsonIn(request)?.['query'])
      if (!request.target.includes('/api/query/') || !statement.includes('.fileContent')) return go(request)
      const query = statement.replaceAll('.fileContent', '.fileName')
      const response = await go(withBody(request, Buffer.from(JSON.stringify({ query }))))
      return withJson(response, (body) => ({
        ...body,
        data: (body['data'] as Array<Record<string, Json>>).map((row) =>
          Object.fromEntries(Object.entries(row).map(([alias, fields]) => [alias, { ...fields, fileContent: 'eA==' }])),
        ),
      }))
    },
  ),
  passing(
    'att-content-small',
    ['A-ATT-02'],
    'The content of a small file is shown when its attachment is read by id.',
    async (request, go) => {
      const response = await go(request)
      const asked = askedOf(request)
      if (!isAttachment(asked) || asked.method !== 'GET' || asked.by !== 'id' || !isWell(response)) return response
      const content = await go(contentRequest(request, String(asked.name)))
      return content.body.length > 1024
        ? response
        : withJson(response, (body) =>
            eachRecord(body, (record) => ({ ...record, fileContent: content.body.toString('base64') })),
          )
    },
  ),
  {
    id: 'att-bom',
    breaks: ['A-ATT-03'],
    says: 'A byte order mark at the beginning of the content is removed.',
    rule: {
      attachment: {
        bytes: (bytes) => (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? bytes.subarray(3) : bytes),
      },
    },
  },
  {
    id: 'att-name-missing-nonascii',
    breaks: ['A-ATT-03'],
    says: 'A file name with characters other than ASCII is left out of Content-Disposition.',
    rule: {
      attachment: { disposition: (name) => (/^[\x20-\x7e]*$/.test(name) ? strictDisposition(name) : 'attachment') },
    },
  },
  {
    id: 'att-base64-out',
    breaks: ['A-ATT-03'],
    says: 'Content of more than 64 KiB is returned as base64.',
    rule: { attachment: { bytes: (bytes) => (bytes.length > 65_536 ? Buffer.from(bytes.toString('base64')) : bytes) } },
  },
  {
    id: 'att-first-name',
    breaks: ['A-ATT-03'],
    says: 'Of several attachments with one name the content of the first is returned.',
    rule: {
      attachment: {
        picks: (found, all) => {
          const nameOf = (one: unknown) => (one as { fields: Json }).fields['fileName']
          return all().find((one) => nameOf(one) === nameOf(found)) ?? found
        },
      },
    },
  },
  passing(
    'att-content-encoding-lie',
    ['A-ATT-03', 'A-ATT-08'],
    'Images are labelled as compressed, but are not.',
    async (request, go) => {
      const response = await go(request)
      const isImage = response.headers.some(([name, value]) => name === 'Content-Type' && value.startsWith('image/'))
      return isImage
        ? {
            ...response,
            headers: [
              ...response.headers.filter(([name]) => name !== 'Content-Encoding'),
              ['Content-Encoding', 'gzip'],
            ],
          }
        : response
    },
  ),
  {
    id: 'att-old-no-disposition',
    breaks: ['A-ATT-04'],
    says: 'The older content address returns no file name.',
    rule: { attachment: { disposition: (name, form) => (form === 'service' ? undefined : strictDisposition(name)) } },
  },
  replacing(
    'att-extid-changes',
    ['A-ATT-05'],
    'PATCH by external id replaces the content.',
    (asked) => asked.method === 'PATCH' && asked.by === 'externalId',
    textOf,
  ),
  replacing(
    'att-batch-changes',
    ['A-ATT-05'],
    'PUT in a batch replaces the content.',
    (asked, inBatch) => inBatch && asked.method === 'PUT',
    textOf,
  ),
  replacing(
    'att-put-empties',
    ['A-ATT-05'],
    'PUT without fileContent empties the content.',
    (asked) => asked.method === 'PUT',
    ({ fileContent }) => (fileContent === undefined ? '' : undefined),
  ),
  passing(
    'att-delete-force-only',
    ['A-ATT-06'],
    'A deletion that is not forced leaves the content.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      if (
        isAttachment(asked) &&
        asked.method === 'DELETE' &&
        asked.by === 'id' &&
        !request.target.includes('forceDelete=true')
      ) {
        const content = await go(contentRequest(request, String(asked.name)))
        if (isWell(content)) kept(house).set(plain(asked.name), content)
      }
      const response = await go(request)
      return isWell(response) ? response : (kept(house).get(contentOf(asked) ?? '') ?? response)
    },
  ),
  passing(
    'att-recreate-content',
    ['A-ATT-06', 'A-DAT-03'],
    'An attachment that is created again under the id of a deleted one has the content of that.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      if (isAttachment(asked) && asked.method === 'DELETE' && asked.by === 'id') {
        const content = await go(contentRequest(request, String(asked.name)))
        if (isWell(content)) kept(house).set(plain(asked.name), content)
      }
      const response = await go(request)
      return isWell(response) ? (kept(house).get(contentOf(asked) ?? '') ?? response) : response
    },
  ),
  passing(
    'att-rollback-content',
    ['A-BAT-08', 'A-ATT-06'],
    'A deletion that is rolled back leaves the attachment without content.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const response = await go(request)
      if (isBatch(asked) && /\r\nHTTP\/1\.1 [45]\d\d/.test(response.body.toString('latin1')))
        for (const [, id = ''] of request.body.toString('latin1').matchAll(/\r\nDELETE \S*?\/Attachment\/(\w+)/g))
          lost(house).add(plain(id))
      return lost(house).has(contentOf(asked) ?? '') ? refused(404, 'there is no content') : response
    },
  ),
  passing(
    'att-bad-400-object',
    ['A-ATT-07'],
    'An attachment whose content is no base64 is refused and stored without it.',
    async (request, go) => {
      const asked = askedOf(request)
      const body = isAttachment(asked) && asked.method === 'POST' ? jsonIn(request) : undefined
      const response = await go(request)
      if (body && !strictBase64(textOf(body) ?? ''))
        await go(withBody(request, Buffer.from(JSON.stringify({ ...body, fileContent: '' }))))
      return response
    },
  ),
  {
    id: 'att-bad-tail',
    breaks: ['A-ATT-07'],
    says: 'What follows the first padding in fileContent is ignored.',
    rule: { attachment: { refuses: (text) => (strictBase64(text.replace(/(={1,2}).*$/s, '$1')) ? undefined : 400) } },
  },
  {
    id: 'att-ce-old-only',
    breaks: ['A-ATT-08', 'A-ATT-03'],
    says: 'Content is compressed in both forms, and only the older one says so.',
    rule: {
      attachment: {
        bytes: (bytes) => gzipSync(bytes),
        encoding: (form) => (form === 'service' ? 'gzip' : undefined),
      },
    },
  },
]
