import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { Passage } from '../seams/passage.ts'
import type { PlatformRequest } from '../http/message.ts'
import { askedOf, batchMemory, inParts, isBatch, isWell, jsonIn, passing, rewriting, withBody } from './passing.ts'
import { withJson, withQuery, eachRecord, type Json } from './passing.ts'
import { replacing, textOf } from './readings-attachment.ts'
import { isPost, now, nowServed, plain, serving } from './serving.ts'

const fieldsBefore = batchMemory(() => ({ last: null as string | null }))
const unlisted = perHouse(() => new Set<string>())
const aliases = perHouse(() => new Map<string, string>())

const context = ['account', 'company', 'user', 'clientId', 'clientVersion', 'access_token']
const statementOf = /^(select\b.*?\bfrom\s+\w+\s+(?:as\s+)?)(\w+)(.*)$/is

/** The attachments of a record, by the address of one of its resource. */
async function attachmentsOf(
  request: PlatformRequest,
  go: Passage,
  id: string,
  dtos: string,
): Promise<readonly Json[]> {
  const asked = askedOf(request)
  const found = await go(
    withQuery(
      {
        ...withBody(request, Buffer.alloc(0)),
        method: 'GET',
        target: request.target.replace(/(\/api\/data\/v4\/)[^?]*/, '$1Attachment'),
      },
      { dtos, query: `object.objectId(${asked.resource}) = "${id}"`, forceDelete: null, lastChanged: null },
    ),
  )
  return ((jsonIn(found)?.['data'] as Json[] | undefined) ?? []).map((element) => Object.values(element)[0] as Json)
}

/** Quiet breaches of batches, attachments and the Query API that a sixth reader of the document thought up. */
export const sixthBatchFaults: readonly Fault[] = [
  {
    id: 'deleted-by-parts-not-transactional-unlisted',
    breaks: ['A-DEL-01'],
    says: 'The deleted listing does not hold what a batch that is not transactional deleted.',
    seam: {
      passage: {
        part: async (request, go, { house, transactional }) => {
          const asked = askedOf(request)
          const about = asked.method === 'DELETE' && !transactional
          const before = about ? jsonIn(await go({ ...withBody(request, Buffer.alloc(0)), method: 'GET' })) : undefined
          const response = await go(request)
          if (before && isWell(response))
            eachRecord(before, (record) => {
              unlisted(house).add(plain(record['id']))
              return record
            })
          return response
        },
        through: async (request, go, { house }) => {
          const asked = askedOf(request)
          const response = await go(request)
          const idOf = (entry: unknown) => plain(typeof entry === 'object' ? (entry as Json)['id'] : entry)
          return asked.by === 'deleted' && isWell(response)
            ? withJson(response, (body) => ({
                ...body,
                deletedIds: (body['deletedIds'] as unknown[]).filter((entry) => !unlisted(house).has(idOf(entry))),
              }))
            : response
        },
      },
    },
  },
  rewriting(
    'batch-default-lost-beside-parameters',
    ['A-BAT-01', 'A-BAT-08'],
    'A batch that does not say whether it is transactional is not if its address has other parameters than those of the context.',
    (asked) =>
      isBatch(asked) &&
      !asked.query.has('transactional') &&
      [...asked.query.keys()].some((name) => !context.includes(name)),
    (request) => withQuery(request, { transactional: 'false' }),
  ),
  inParts(
    'batch-fields-carried-over',
    ['A-BAT-05', 'A-PAR-11'],
    'A part that reads without fields has those of the part before.',
    (request, go, way) => {
      const asked = askedOf(request)
      const { last } = fieldsBefore(way)
      const own = asked.query.get('fields')
      fieldsBefore(way).last = own
      return go(
        asked.method === 'GET' && own === null && last !== null ? withQuery(request, { fields: last }) : request,
      )
    },
  ),
  passing(
    'content-in-answers-of-parts',
    ['A-ATT-02'],
    'A part that creates an attachment is answered with its content.',
    async (request, go, { inBatch }) => {
      const asked = askedOf(request)
      const response = await go(request)
      const fileContent = jsonIn(request)?.['fileContent']
      return inBatch && isPost(asked) && asked.resource === 'Attachment' && isWell(response)
        ? withJson(response, (body) => eachRecord(body, (record) => ({ ...record, fileContent })))
        : response
    },
  ),
  {
    id: 'content-of-the-last-of-its-name',
    breaks: ['A-ATT-03'],
    says: 'Of several attachments with one file name the content of the last is returned.',
    rule: {
      attachment: {
        picks: (found, all) => {
          const nameOf = (one: unknown) => (one as { readonly fields: Json }).fields['fileName']
          return all().findLast((one) => nameOf(one) === nameOf(found)) ?? found
        },
      },
    },
  },
  replacing(
    'content-replaced-by-external-put',
    ['A-ATT-05'],
    'PUT by external id replaces the content.',
    (asked) => asked.method === 'PUT' && asked.by === 'externalId',
    textOf,
  ),
  passing(
    'query-api-alias-of-the-first',
    ['A-QRY-02'],
    'A statement that was sent before with another alias is answered under that one.',
    async (request, go, { house }) => {
      const text = /\/api\/query\/v1/.test(request.target) ? jsonIn(request)?.['query'] : undefined
      const [, begin = '', alias = '', rest = ''] = statementOf.exec(typeof text === 'string' ? text : '') ?? []
      if (alias === '') return go(request)
      const key = `${begin} ${rest}`.replaceAll(new RegExp(`\\b${alias}\\.`, 'g'), '$.')
      const known = aliases(house).get(key) ?? alias
      aliases(house).set(key, known)
      const response = await go(request)
      return known !== alias && isWell(response)
        ? withJson(response, (body) => ({
            ...body,
            data: ((body['data'] as Json[] | undefined) ?? []).map(({ [alias]: row, ...more }) => ({
              [known]: row,
              ...more,
            })),
          }))
        : response
    },
  ),
  passing(
    'delete-by-external-id-cascades-to-attachments',
    ['A-DAT-25', 'A-DAT-16'],
    'DELETE by external id deletes the attachments whose object the record is.',
    async (request, go) => {
      const asked = askedOf(request)
      const about = asked.method === 'DELETE' && asked.by === 'externalId' ? await now(request, go) : undefined
      const dtos = 'Attachment.19'
      const attached = about ? await attachmentsOf(request, go, String(about['id']), dtos) : []
      const response = await go(request)
      if (isWell(response))
        for (const { id } of attached)
          await go({
            ...withQuery(request, { dtos, forceDelete: 'true', lastChanged: null }),
            target: withQuery(request, { dtos, forceDelete: 'true', lastChanged: null }).target.replace(
              /(\/api\/data\/v4\/)[^?]*/,
              `$1Attachment/${String(id)}`,
            ),
          })
      return response
    },
  ),
  serving(
    'delete-in-a-batch-cascades',
    ['A-DAT-25', 'A-BAT-05'],
    'In a batch, DELETE also deletes the records that refer to the deleted one.',
    { rule: { data: { cascades: () => nowServed()?.inBatch === true } } },
  ),
]
