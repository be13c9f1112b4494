import { QueryRefused } from '../cql/node.ts'
import type { Variant } from '../deviation.ts'
import { askedOf, headerIn, isWell, jsonIn, withBody, withQuery } from '../faults/passing.ts'
import { asksForList, nowServed, plain, serving } from '../faults/serving.ts'
import type { PlatformRequest } from '../http/message.ts'
import { attachmentRules, extendedOnly } from '../rulebook/attachment.ts'
import { recordRules } from '../rulebook/record.ts'
import { foldedNames } from './folded-names.ts'
import { lawful, through } from './lawful.ts'

const basicTime = /\b(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(?:[.,](\d+))?Z/g
/** Date-times in the basic form as the extended form. */
const extended = (text: string): string =>
  text.replace(
    basicTime,
    (_all, year, month, day, hour, minute, second, rest) =>
      `${year}-${month}-${day}T${hour}:${minute}:${second}${rest === undefined ? '' : `.${rest}`}Z`,
  )
const withExtendedTimes = (request: PlatformRequest): PlatformRequest => {
  const query = askedOf(request).query.get('query')
  const asked = query !== null && extended(query) !== query ? withQuery(request, { query: extended(query) }) : request
  const body = asked.body.toString('utf8')
  return extended(body) === body ? asked : withBody(asked, Buffer.from(extended(body)))
}

/** The defaults of a service call that is created or replaced. */
const filledIn = (sent: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  nowServed()?.asked.resource === 'ServiceCall'
    ? { priority: 'MEDIUM', statusCode: '-5', remarks: 'n/a', code: String((codes += 1)), ...sent }
    : sent
let codes = 0

const idOf = (one: unknown): string =>
  plain(typeof one === 'object' && one !== null ? (one as { readonly id?: unknown }).id : one)
const changedAt = (one: unknown): number => (one as { readonly lastChanged: number }).lastChanged

/** Lawful other readings of records and content that a ninth reader of the document thought up. */
export const ninthRecordVariants: readonly Variant[] = [
  through(
    'list-206-while-more-follow',
    ['A-DAT-38'],
    'A list that does not reach the last record is answered with 206.',
    async (request, go, { house }) => {
      const response = await go(request)
      const asked = askedOf(request)
      if (!asksForList(asked) || response.status !== 200) return response
      const { page: rules } = house.rules
      const [page, size] = [asked.query.get('page') ?? undefined, asked.query.get('pageSize') ?? undefined]
      const each = size ?? String(rules.defaultSize({ page, size, searches: asked.query.has('query') }))
      const shown = jsonIn(response)?.['data']
      if (!Array.isArray(shown) || shown.length < Number(each)) return response
      const next = await go(withQuery(request, { page: String(Number(page ?? rules.first()) + 1), pageSize: each }))
      const more = isWell(next) ? jsonIn(next)?.['data'] : undefined
      return Array.isArray(more) && more.length > 0 ? { ...response, status: 206 } : response
    },
  ),
  {
    id: 'date-times-in-the-basic-form',
    leaves: ['A-REC-10'],
    says: 'Date-times are shown in the basic form of ISO 8601 with a decimal comma, and taken in both.',
    rule: {
      shown: {
        dateTime: (value) => new Date(value).toISOString().replaceAll(/[-:]/g, '').replace('.', ','),
      },
    },
    seam: { passage: { through: (request, go) => go(withExtendedTimes(request)) } },
  },
  {
    id: 'query-api-lags-4s',
    leaves: ['A-QRY-02'],
    says: 'The Query API shows the state of four seconds ago.',
    rule: { visibility: { lagMs: (where) => (where === 'query' ? 4000 : 0) } },
  },
  lawful(
    ['A-DAT-05', 'A-DAT-03'],
    serving(
      'creates-and-puts-fill-defaults',
      ['A-DAT-05'],
      'Who creates or replaces a service call gets defaults for what is not sent, remarks and a running code among them.',
      {
        rule: {
          data: {
            created: (sent) => filledIn(sent),
            replaced: (stored, sent, step) => filledIn(recordRules.data.replaced(stored, sent, step)),
          },
        },
      },
    ),
  ),
  through(
    'names-in-any-letter-case',
    ['A-DAT-29', 'A-PAR-10', 'A-PAR-11', 'A-CQL-24'],
    'Names of resources and fields are found in any letter case in paths, dtos, fields, orderBy, query and expand.',
    (request, go, { house }) => go(foldedNames(request, house.world.resources)),
  ),
  {
    id: 'content-inline-with-a-name-in-english',
    leaves: ['A-ATT-03', 'A-ATT-10', 'A-ATT-08'],
    says: 'Content is INLINE Application/Octet-Stream in chunks, its name in the extended notation only, with a language.',
    rule: {
      attachment: {
        type: () => 'Application/Octet-Stream',
        disposition: (name) =>
          extendedOnly(name)
            .replace(/^attachment/, 'INLINE')
            .replace("UTF-8''", "utf-8'en'"),
        encoding: attachmentRules.attachment.encoding,
      },
    },
    seam: {
      passage: {
        through: async (request, go, { inBatch }) => {
          const response = await go(request)
          return !inBatch && headerIn(response, 'content-disposition') !== undefined
            ? { ...response, headers: [...response.headers, ['Transfer-Encoding', 'chunked']] }
            : response
        },
      },
    },
  },
  {
    id: 'reference-lists-are-sets',
    leaves: ['A-REC-11', 'A-EXP-10'],
    says: 'What is twice in a list of references is kept once; lists are shown in the descending order of ids, expanded ones by lastChanged.',
    rule: {
      values: {
        taken: (value, { kind }) =>
          kind === 'references' && Array.isArray(value)
            ? value.filter((one, at) => value.findIndex((other) => idOf(other) === idOf(one)) === at)
            : value,
      },
      shown: { references: (ids) => ids.toSorted((one, other) => (idOf(one) > idOf(other) ? -1 : 1)) },
      expand: { many: (found) => found.toSorted((one, other) => changedAt(one) - changedAt(other)) },
    },
  },
  {
    id: 'changed-by-nought-without-user',
    leaves: ['A-REC-05', 'A-REC-18'],
    says: 'What a token without user wrote was changed by 0, and me() is refused to it.',
    rule: {
      record: { lastChangedBy: (writer) => writer.userId ?? '0' },
      cql: {
        me: (id) => {
          if (id === undefined) throw new QueryRefused('type', 'no user')
          return id
        },
      },
    },
  },
]
