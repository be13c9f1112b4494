import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { recordRules } from '../rulebook/record.ts'
import { shapeRules } from '../rulebook/shape.ts'
import { findToken } from '../token/store.ts'
import { askedOf, isWell, passing, rewriting, withJson, withParts, withQuery, type Asked } from './passing.ts'
import { asksForList, isGet, isUpdate, nowServed, serving } from './serving.ts'
import { answeringLogins, bearerIn } from './token-calls.ts'

const { expand } = shapeRules

const callers = perHouse(() => ({ /** Users whose last update was forced. */ forced: new Set<string>() }))

const has = (name: string, { query }: Asked): boolean => query.has(name)
const expandsList = (): boolean => (nowServed()?.asked.query.getAll('expand') ?? []).includes('technicians')

/** Quiet breaches that two more servers were written with, by the document alone. */
export const twoMoreServersFaults: readonly Fault[] = [
  {
    id: 'cql-linked-many-last-only',
    breaks: ['A-CQL-03'],
    says: 'Of several linked records only the last is tested.',
    rule: { cql: { linkedMany: (held) => held.at(-1) ?? false } },
  },
  ...(
    [
      ['lists', asksForList, 'In lists'],
      ['reads', isGet, 'Where one record is read'],
    ] as const
  ).map(([what, isSo, words]) =>
    rewriting(
      `fields-ignored-${what === 'lists' ? 'in' : 'on'}-${what}-that-expand`,
      ['A-PAR-11'],
      `${words} fields is ignored if expand is given.`,
      (asked) => isSo(asked) && has('fields', asked) && has('expand', asked),
      (request) => withQuery(request, { fields: null }),
    ),
  ),
  ...(
    [
      ['by-external-id', (asked: Asked) => isGet(asked) && asked.by === 'externalId', 'A read by external id'],
      ['of-searches', asksForList, 'A list'],
    ] as const
  ).map(([what, isSo, words]) =>
    rewriting(
      `external-ids-end-the-expansion-${what}`,
      ['A-EXP-01'],
      `${words} with useExternalIds expands nothing.`,
      (asked) => isSo(asked) && has('useExternalIds', asked) && has('expand', asked),
      (request) => withParts(request, 'expand', []),
    ),
  ),
  ...([2, 4] as const).map((count) =>
    serving(
      `expanded-lists-show-${count === 2 ? 'two' : 'four'}`,
      ['A-EXP-01'],
      `Of a list of references the first ${count === 2 ? 'two' : 'four'} are expanded.`,
      {
        rule: {
          expand: { many: (found, all) => expand.many(expandsList() ? found.slice(0, count) : found, all) },
        },
      },
    ),
  ),
  ...(
    [
      ['by-id', 'id'],
      ['by-external-id', 'externalId'],
    ] as const
  ).map(([route, by]) =>
    serving(
      `updates-${route}-answered-in-the-newest-version`,
      ['A-PAR-03'],
      `PUT and PATCH ${route.replaceAll('-', ' ')} answer in the newest version, whatever dtos names.`,
      {
        rule: {
          dtos: {
            version: (requested, newest) => {
              const asked = nowServed()?.asked
              return asked && isUpdate(asked) && asked.by === by ? newest : recordRules.dtos.version(requested, newest)
            },
          },
        },
      },
    ),
  ),
  rewriting(
    'pages-of-parts-begin-by-the-default-size',
    ['A-PAR-07', 'A-BAT-03'],
    'In a batch each page begins twenty records after the one before, whatever pageSize says.',
    (asked, { inBatch }) => inBatch && asksForList(asked) && Number(asked.query.get('page') ?? 1) > 1,
    (request) => withQuery(request, { page: '999' }),
  ),
  rewriting(
    'first-page-for-parts',
    ['A-PAR-07', 'A-BAT-03'],
    'A list in a batch is always its first page.',
    (asked, { inBatch }) => inBatch && asksForList(asked) && has('page', asked),
    (request) => withQuery(request, { page: null }),
  ),
  {
    id: 'value-date-time-before-1970-lost',
    breaks: ['A-DAT-03', 'A-DAT-05', 'A-DAT-07', 'A-REC-10'],
    says: 'A date-time before 1970 is stored as the beginning of that year.',
    rule: {
      values: {
        taken: (value, { kind }) =>
          kind === 'dateTime' && Date.parse(String(value)) < 0 ? '1970-01-01T00:00:00Z' : value,
      },
    },
  },
  passing(
    'force-lasts-for-its-caller',
    ['A-DAT-22', 'A-DAT-20'],
    'The first update of a user after a forced one is forced, too.',
    (request, go, { house }) => {
      const asked = askedOf(request)
      if (!isUpdate(asked)) return go(request)
      const user = String(findToken(house, bearerIn(request))?.user?.id)
      const { forced } = callers(house)
      if (forced.delete(user)) return go(withQuery(request, { forceUpdate: 'true' }))
      if (asked.query.get('forceUpdate') === 'true') forced.add(user)
      return go(request)
    },
  ),
  answeringLogins(
    'client-credentials-always-local',
    ['A-TOK-19'],
    'A token of client_credentials has the scope local, whatever type the client has.',
    (response, form) =>
      isWell(response) && form.get('grant_type') === 'client_credentials'
        ? withJson(response, (body) => ({ ...body, scope: 'local' }))
        : response,
  ),
]
