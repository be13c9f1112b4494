import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import { askedOf, eachRecord, isBatch, isWell, jsonIn, passing, refused, withJson } from './passing.ts'

const plain = (id: unknown) => String(id).replaceAll('-', '').toUpperCase()
const kept = perHouse(() => new Map<string, PlatformResponse>())
const reserved = perHouse(() => new Set<string>())
const moved = perHouse(() => new Set<string>())
const phantoms = perHouse(() => new Set<string>())
const rolledBack = (body: string, response: PlatformResponse, asked: ReturnType<typeof askedOf>) =>
  isBatch(asked) &&
  asked.query.get('transactional') !== 'false' &&
  /\r\nHTTP\/1\.1 [45]\d\d/.test(response.body.toString('latin1')) &&
  body !== ''

/** Quiet breaches of A-BAT-08: what a rollback leaves behind. */
export const readingsBatchUndoFaults: readonly Fault[] = [
  passing(
    'bat-rollback-attachment',
    ['A-BAT-08', 'A-ATT-06'],
    'The content of an attachment that was rolled back can still be read.',
    async (request, go, { house, inBatch }) => {
      const response = await go(request)
      const asked = askedOf(request)
      if (inBatch && asked.resource === 'Attachment' && asked.by === 'list' && request.method === 'POST') {
        const { id, fileContent } = jsonIn(request) ?? {}
        kept(house).set(plain(id), {
          status: 200,
          headers: [
            ['Content-Type', 'application/octet-stream'],
            ['Content-Disposition', 'attachment; filename="kept"'],
          ],
          body: Buffer.from(String(fileContent), 'base64'),
        })
      }
      const guid = asked.by === 'content' ? asked.name : asked.query.get('guid')
      return (isWell(response) || !guid ? undefined : kept(house).get(plain(guid))) ?? response
    },
  ),
  passing(
    'bat-rollback-extid-index',
    ['A-BAT-08'],
    'External ids of records that were rolled back stay in use.',
    async (request, go, { house, inBatch }) => {
      const asked = askedOf(request)
      const { externalId } = (asked.resource && request.method !== 'GET' && jsonIn(request)) || {}
      if (!inBatch && typeof externalId === 'string' && reserved(house).has(externalId))
        return refused(409, 'externalId is in use')
      const response = await go(request)
      const text = request.body.toString('utf8')
      if (rolledBack(text, response, asked))
        for (const [, id = ''] of text.matchAll(/"externalId":"([^"]+)"/g)) reserved(house).add(id)
      return response
    },
  ),
  passing(
    'bat-rollback-lastchanged',
    ['A-BAT-08'],
    'A change that was rolled back leaves a new lastChanged.',
    async (request, go, { house }) => {
      const response = await go(request)
      const asked = askedOf(request)
      const text = request.body.toString('utf8')
      if (rolledBack(text, response, asked))
        for (const [, id = ''] of text.matchAll(/\r\nP(?:UT|ATCH) \S*?\/v4\/\w+\/(\w+)/g)) moved(house).add(plain(id))
      return asked.by === 'id' && request.method === 'GET' && moved(house).has(plain(asked.name))
        ? withJson(response, (body) =>
            eachRecord(body, (record) => ({ ...record, lastChanged: Number(record['lastChanged']) + 7 })),
          )
        : response
    },
  ),
  passing(
    'bat-rollback-qapi',
    ['A-BAT-08'],
    'The Query API still returns records that were rolled back.',
    async (request, go, { house }) => {
      const response = await go(request)
      const asked = askedOf(request)
      const text = request.body.toString('utf8')
      if (rolledBack(text, response, asked))
        for (const [, id = ''] of text.matchAll(/"id":"(\w{32})"/g)) phantoms(house).add(id)
      if (!request.target.includes('/api/query/')) return response
      const statement = String(jsonIn(request)?.['query'])
      const [, alias = ''] = /from\s+\w+\s+(\w+)/i.exec(statement) ?? []
      const more = [...phantoms(house)].filter((id) => statement.includes(id)).map((id) => ({ [alias]: { id } }))
      return more.length === 0
        ? response
        : withJson(response, (body) => ({ ...body, data: [...(body['data'] as unknown[]), ...more] }))
    },
  ),
]
