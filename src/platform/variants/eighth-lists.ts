import { QueryRefused } from '../cql/node.ts'
import type { Variant } from '../deviation.ts'
import { askedOf, eachRecord, headerIn, isWell, withJson, withQuery } from '../faults/passing.ts'
import { isRead, isWrite } from '../faults/serving.ts'
import { empty, json } from '../http/answers.ts'
import { comparedInAnyCase } from './compared-in-any-case.ts'
import { through } from './lawful.ts'

/** An operator without a blank at one of its sides. */
const crowded = /[^\s!<>=](?:!=|<=|>=|=|<|>)|(?:!=|<=|>=|=|<|>)[^\s=]/
const outside = (text: string): string => text.replace(/"[^"]*"/g, '""')

/** Lawful other readings of lists, queries, attachments and batches that an eighth reader of the document thought up. */
export const eighthListVariants: readonly Variant[] = [
  {
    id: 'page-alone-five-from-zero',
    leaves: ['A-PAR-16', 'A-PAR-13'],
    says: 'The first page is 0, page alone means five records, a page after the last is 404 without a body, and pageSize=0 tells only how many there are.',
    rule: {
      page: {
        first: () => 0,
        defaultSize: ({ page }) => (page === undefined ? 20 : 5),
        beyond: () => ({ status: 404 }),
      },
    },
    seam: {
      passage: {
        through: async (request, go) => {
          const asked = askedOf(request)
          const isList = asked.method === 'GET' && asked.by === 'list'
          if (!isList || asked.query.get('pageSize') !== '0') {
            const response = await go(request)
            return isList && response.status === 404 ? empty(404) : response
          }
          const all = await go({ ...request, target: request.target.replace('pageSize=0', 'pageSize=10000') })
          return isWell(all)
            ? withJson(all, ({ data }) => ({ data: [], totalObjectCount: (data as unknown[]).length }))
            : all
        },
      },
    },
  },
  through(
    'fields-taken-literally',
    ['A-PAR-11'],
    'fields without a name leaves no field, a blank after a comma in it is refused, and writes do not look at it.',
    async (request, go) => {
      const asked = askedOf(request)
      const fields = asked.query.get('fields')
      if (fields !== null && isWrite(asked)) return go(withQuery(request, { fields: null }))
      if (!isRead(asked) || fields === null) return go(request)
      if (fields.includes(', ')) return json(400, { error: 'CA-400', message: 'a blank in fields', values: [] })
      if (fields !== '') return go(request)
      const response = await go(request)
      return isWell(response) ? withJson(response, (body) => eachRecord(body, () => ({}))) : response
    },
  ),
  {
    id: 'external-ids-as-pairs',
    leaves: ['A-PAR-13'],
    says: 'With useExternalIds a reference, single or not, is an array of pairs of id and external id, and the answer says so before data.',
    rule: { externalIds: { one: (id, externalId) => [id, externalId] } },
    seam: {
      passage: {
        through: async (request, go, { house }) => {
          const asked = askedOf(request)
          const response = await go(request)
          if (!isRead(asked) || asked.query.get('useExternalIds') !== 'true' || !isWell(response)) return response
          const fields = house.world.resources.get(asked.resource ?? '')?.fields ?? {}
          const isSingle = (name: string): boolean => {
            const kind = fields[name]?.kind
            return typeof kind === 'object' && 'reference' in kind
          }
          return withJson(response, (body) => ({
            externalIdsIncluded: true,
            ...eachRecord(body, (record) =>
              Object.fromEntries(
                Object.entries(record).map(([name, value]) => [
                  name,
                  isSingle(name) && Array.isArray(value) ? [value] : value,
                ]),
              ),
            ),
          }))
        },
      },
    },
  },
  {
    id: 'deleted-newest-first-in-pages',
    leaves: ['A-DEL-08'],
    says: 'The deleted listing begins with the newest and comes in pages, twenty entries unless pageSize says otherwise; DeletedObjects.1 holds objects with cloudId.',
    rule: {
      deleted: {
        order: (entries) => [...entries].reverse(),
        first: (entries) => ({ data: entries.map(({ id }) => ({ deletedObject: { cloudId: id } })) }),
      },
    },
    seam: {
      passage: {
        through: async (request, go) => {
          const asked = askedOf(request)
          const response = await go(request)
          if (asked.by !== 'deleted' || !isWell(response)) return response
          const size = Number(asked.query.get('pageSize') ?? 20)
          const at = (Number(asked.query.get('page') ?? 1) - 1) * size
          return withJson(response, (body) => {
            const key = 'deletedIds' in body ? 'deletedIds' : 'data'
            const all = (body[key] as unknown[] | undefined) ?? []
            return { ...body, [key]: all.slice(at, at + size), ...(all.length > at + size ? { more: true } : {}) }
          })
        },
      },
    },
  },
  {
    id: 'cql-strict-grammar-left-to-right',
    leaves: ['A-CQL-19', 'A-CQL-24'],
    says: 'Operators need blanks around them, AND and OR bind alike from the left, _ is one character, and = and in ignore case.',
    rule: {
      cql: {
        query: (text) => {
          if (crowded.test(outside(text))) throw new QueryRefused('malformed', 'an operator needs blanks around it')
          return text
        },
        leftToRight: () => true,
        ...comparedInAnyCase,
      },
    },
  },
  {
    id: 'query-api-201-in-full-dress',
    leaves: ['A-QRY-03', 'A-QRY-02'],
    says: 'A statement is 201 with total and page size, a malformed one 422 with a position, another Content-Type than JSON 415; rows come backwards, their fields by name.',
    rule: {
      query: {
        status: () => 201,
        refuses: () => json(422, { error: 'QA-1', message: 'malformed', values: [7] }),
        columns: (names) => [...names].sort(),
        envelope: (rows) => ({ totalObjectCount: rows.length, pageSize: 1000, data: [...rows].reverse() }),
      },
    },
    seam: {
      passage: {
        through: (request, go) =>
          /\/api\/query\/v1(?:\?|$)/.test(request.target) &&
          !/^application\/json\b/i.test(headerIn(request, 'content-type') ?? '')
            ? Promise.resolve(empty(415))
            : go(request),
      },
    },
  },
  {
    id: 'batch-in-full-mime-dress',
    leaves: ['A-BAT-10', 'A-BAT-14', 'A-BAT-17'],
    says: 'A batch is 207, its boundary quoted with blanks, between a preamble and an epilogue; header names are in small letters, status lines have no reason, inner bodies no length, and parts without Content-ID get one.',
    excludes: ['batch-answer-preamble', 'batch-odd-boundary-and-padding'],
    rule: {
      batch: {
        status: () => 207,
        statusLine: (status) => `HTTP/1.1 ${status} \r\n`,
        partType: () => 'application/http; msgtype=response',
        contentId: (contentId, position) => contentId ?? `<generated-${position + 1}@batch>`,
      },
    },
    wire: {
      response: (response) => {
        const at = response.headers.findIndex(([name]) => /^content-type$/i.test(name))
        const boundary = /^multipart\/mixed; boundary=(\S+)$/.exec(response.headers[at]?.[1] ?? '')?.[1]
        if (boundary === undefined) return response
        const other = `=_p (1)?: x${boundary}`
        const text = `\r\n${response.body.toString('latin1')}`
          .replace(/\r\n(?:Content-Type|Content-ID|Content-Transfer-Encoding):/g, (line) => line.toLowerCase())
          .replace(/\r\nContent-Length: \d+/g, '')
          .replaceAll(`\r\n--${boundary}`, `\r\n--${other}`)
          .replaceAll(`\r\n--${other}\r\n`, `\r\n--${other} \r\n`)
        return {
          ...response,
          headers: response.headers.map(([name, value], position) => [
            name,
            position === at ? `multipart/mixed; boundary="${other}"` : value,
          ]),
          body: Buffer.from(`This is a message in parts.${text}\r\nThis was it.\r\n`, 'latin1'),
        }
      },
    },
  },
]
