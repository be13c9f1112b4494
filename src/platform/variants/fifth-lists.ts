import { QueryRefused } from '../cql/node.ts'
import type { Variant } from '../deviation.ts'
import { askedOf, eachRecord, isBatch, isWell, jsonIn, withJson } from '../faults/passing.ts'
import { isRead, nowServed, serving } from '../faults/serving.ts'
import { json } from '../http/answers.ts'
import { batchRules } from '../rulebook/batch.ts'
import { pageRules } from '../rulebook/page.ts'
import { shapeRules } from '../rulebook/shape.ts'
import { strictCompare } from '../rulebook/order.ts'
import { deletedRules } from '../rulebook/deleted.ts'
import { lawful, through } from './lawful.ts'

const unreadable = new WeakMap<object, string[]>()
const absent = lawful(
  ['A-EXP-07'],
  serving(
    'unreadable-reference-left-out',
    ['A-EXP-07'],
    'What is expanded and may not be read is left out, its id too.',
    {
      rule: {
        expand: {
          reads: (permitted, wanted, reads) => {
            const asked = nowServed()?.asked
            if (asked && !permitted && (wanted.kind === 'one' || wanted.kind === 'many'))
              unreadable.set(asked, [...(unreadable.get(asked) ?? []), wanted.field])
            return shapeRules.expand.reads(permitted, wanted, reads)
          },
        },
      },
    },
  ),
)
const absentThrough = absent.seam!.passage!.through!

/** The query without what stands in quotes. */
const unquoted = (text: string): string => text.replace(/"(?:[^"\\]|\\.)*"/g, '""')

/** Whether AND and OR stand on one level. */
function mixes(text: string): boolean {
  const levels: Array<Set<string>> = [new Set()]
  for (const [token] of unquoted(text).matchAll(/[()]|\b(?:AND|OR)\b/g)) {
    if (token === '(') levels.push(new Set())
    else if (token === ')') levels.pop()
    else if (levels.at(-1)?.add(token).size === 2) return true
  }
  return false
}

/** Lawful other readings of lists, queries, expansion and batches that a fifth reader of the document thought up. */
export const fifthListVariants: readonly Variant[] = [
  lawful(
    ['A-PAR-10'],
    serving(
      'order-by-locale-unset-last',
      ['A-PAR-10'],
      'Texts are sorted by locale and in any letter case; equal ones stand in another order for each orderBy.',
      {
        rule: {
          order: {
            compare: (one, other) =>
              typeof one === 'string' && typeof other === 'string'
                ? one.localeCompare(other, 'en', { sensitivity: 'accent' })
                : strictCompare(one, other),
          },
          data: {
            listed: (records) => {
              const orderBy = nowServed()?.asked.query.get('orderBy')
              const at = (orderBy?.length ?? 0) % Math.max(1, records.length)
              return [...records.slice(at), ...records.slice(0, at)]
            },
          },
        },
      },
    ),
  ),
  {
    id: 'page-after-last-is-the-last',
    leaves: ['A-PAR-16'],
    says: 'A page after the last is the last one.',
    rule: {
      page: {
        window: (at, size, total) =>
          pageRules.page.window(Math.min(at, Math.max(0, Math.ceil(total / size) - 1)), size, total),
      },
    },
  },
  {
    id: 'expand-count-named-after-relation',
    leaves: ['A-EXP-10'],
    says: 'A count stands in a field named after the relation, with Count at its end.',
    rule: { expand: { countKey: (field) => `${field}Count` } },
  },
  {
    ...absent,
    seam: {
      passage: {
        through: (request, go, way) =>
          absentThrough(
            request,
            async (passed) => {
              const asked = nowServed()?.asked
              const response = await go(passed)
              const fields = (asked && isRead(asked) && unreadable.get(asked)) ?? []
              return fields && fields.length > 0 && isWell(response)
                ? withJson(response, (body) =>
                    eachRecord(body, (record) =>
                      Object.fromEntries(Object.entries(record).filter(([name]) => !fields.includes(name))),
                    ),
                  )
                : response
            },
            way,
          ),
      },
    },
  },
  {
    id: 'deleted-once-and-shuffled',
    leaves: ['A-DEL-08', 'A-DEL-02'],
    says: 'A deleted listing names an id once, in any order, with more fields.',
    rule: {
      deleted: {
        order: <T>(entries: readonly T[]) =>
          [...new Map(entries.map((entry) => [(entry as { readonly id?: unknown }).id, entry])).values()].reverse(),
        entry: (entry) => ({ deletedBy: null, ...(deletedRules.deleted.entry(entry) as object) }),
      },
    },
  },
  through(
    'deleted-turned-interval-refused',
    ['A-DEL-01'],
    'A deleted listing whose interval ends before it begins is refused.',
    (request, go) => {
      const { by, query } = askedOf(request)
      return by === 'deleted' && Number(query.get('from')) > Number(query.get('to'))
        ? Promise.resolve(json(400, { error: 'CA-400', message: 'from is after to', values: [] }))
        : go(request)
    },
  ),
  {
    id: 'cql-single-percent-refused',
    leaves: ['A-CQL-24', 'A-CQL-16'],
    says: 'A percent sign is doubled in every value: a single one is refused outside patterns.',
    rule: {
      cql: {
        text: (written) => {
          if (written.replaceAll('%%', '').includes('%'))
            throw new QueryRefused('malformed', 'a percent sign in a value is doubled')
          return written.replaceAll('%%', '%')
        },
      },
    },
  },
  {
    id: 'cql-mixed-and-or-refused',
    leaves: ['A-CQL-19'],
    says: 'AND and OR on one level are refused.',
    rule: { cql: { query: (text) => (mixes(text) ? '(' : text) } },
  },
  through(
    'batch-over-limit-413',
    ['A-BAT-13', 'A-BAT-14'],
    'A batch of too many requests is refused with 413.',
    async (request, go) => {
      const response = await go(request)
      return isBatch(askedOf(request)) &&
        response.status === 400 &&
        String(jsonIn(response)?.['message']).includes(`at most ${batchRules.batch.limit()} requests`)
        ? { ...response, status: 413 }
        : response
    },
  ),
]
