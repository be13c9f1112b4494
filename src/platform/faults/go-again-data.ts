import type { Step } from '../data/step.ts'
import type { Fault } from '../deviation.ts'
import { authorizationRules } from '../rulebook/authorization.ts'
import { lock } from '../rulebook/lock.ts'
import { recordRules } from '../rulebook/record.ts'
import { eachRecord, reshaping, rewriting } from './passing.ts'
import { asksForList, nowServed, serving } from './serving.ts'

/** Some ways to write compare less than the whole lastChanged. */
const comparing = (
  id: string,
  says: string,
  concerns: (step: Step) => boolean,
  compared: (lastChanged: number) => number,
): Fault => ({
  id,
  breaks: ['A-DAT-20'],
  says,
  rule: {
    lock: {
      refuses: (supplied, stored, step) =>
        concerns(step) ? compared(supplied) !== compared(stored) : lock.refuses(supplied, stored, step),
    },
  },
})

/** Some ways to write take a lastChangedBy from the body. */
const namingTheWriter = (id: string, says: string, concerns: (step: Step) => boolean): Fault =>
  serving(id, ['A-REC-05'], says, {
    rule: {
      record: {
        lastChangedBy: (writer, former, step) => {
          const sent = concerns(step) ? nowServed()?.sent['lastChangedBy'] : undefined
          return typeof sent === 'string' ? sent : recordRules.record.lastChangedBy(writer, former, step)
        },
      },
    },
  })

const cutting = (operation: 'put' | 'patch', method: string): Fault => ({
  id: `texts-cut-after-4000-by-${operation}`,
  breaks: [operation === 'put' ? 'A-DAT-05' : 'A-DAT-07', 'A-DAT-15'],
  says: `${method} stores 4,000 characters of a text.`,
  rule: {
    values: {
      taken: (value, taking) =>
        taking.kind === 'text' && taking.operation === operation ? String(value).slice(0, 4000) : value,
    },
  },
})

const needingAClient = (method: 'put' | 'patch' | 'delete', breaks: Fault['breaks']): Fault => ({
  id: `client-version-needed-by-${method}-of-general-scope`,
  breaks,
  says: `A ${method.toUpperCase()} with a token of general scope is refused without a client version.`,
  rule: {
    context: {
      needs: (item, scope, operation, room) =>
        (item === 'clientVersion' && operation.startsWith(`data-${method}`)) ||
        authorizationRules.context.needs(item, scope, operation, room),
    },
  },
})

const takingAny = (operation: 'create' | 'put' | 'patch', method: string): Fault => ({
  id: `reference-to-any-resource-taken-by-${operation}`,
  breaks: ['A-DAT-27'],
  says: `${method} stores a single reference to a record of another resource than that of the reference.`,
  rule: {
    references: {
      checks: (kind, step, was) => kind !== 'single' || step.operation !== operation || !was.elsewhere(),
    },
  },
})

/** Quiet breaches of records that a second server in Go showed. */
export const goAgainDataFaults: readonly Fault[] = [
  comparing(
    'deletions-compare-the-last-32-bits',
    'DELETE passes with a lastChanged that differs from the stored one in bits beyond the last 32.',
    ({ operation }) => operation === 'delete',
    (lastChanged) => lastChanged | 0,
  ),
  comparing(
    'puts-compare-the-last-32-bits',
    'PUT passes with a lastChanged that differs from the stored one in bits beyond the last 32.',
    ({ operation }) => operation === 'put',
    (lastChanged) => lastChanged | 0,
  ),
  comparing(
    'patches-by-external-id-compare-seconds',
    'PATCH by external id passes with a lastChanged within the same ten seconds as the stored one.',
    ({ operation, by }) => operation === 'patch' && by === 'externalId',
    (lastChanged) => Math.floor(lastChanged / 10_000),
  ),
  namingTheWriter(
    'post-stores-the-last-changed-by-that-was-sent',
    'POST stores the lastChangedBy of the body, if it has one.',
    ({ operation }) => operation === 'create',
  ),
  namingTheWriter(
    'patch-stores-the-last-changed-by-that-was-sent',
    'PATCH stores the lastChangedBy of the body, if it has one.',
    ({ operation }) => operation === 'patch',
  ),
  namingTheWriter(
    'writer-that-was-sent-stored-by-external-id',
    'PUT and PATCH by external id store the lastChangedBy of the body, if it has one.',
    ({ by }) => by === 'externalId',
  ),
  {
    id: 'cql-contains-beginning',
    breaks: ['A-CQL-05'],
    says: 'CONTAINS holds for the beginning of an identifier.',
    rule: { cql: { contains: (list, value) => list.some((one) => one.startsWith(value)) } },
  },
  {
    id: 'cql-sign-behind-an-operator-lost',
    breaks: ['A-CQL-08', 'A-CQL-15'],
    says: 'A number loses its sign where that stands right behind an operator.',
    rule: { cql: { query: (text) => text.replace(/([<>=])-(?=\d)/g, '$1') } },
  },
  reshaping(
    'expand-of-none-shows-that-of-the-row-before',
    ['A-EXP-01'],
    'In a list a record without the reference shows what is expanded of the record before it.',
    (asked) => asksForList(asked) && asked.query.has('expand'),
    (body, { query }) => {
      const name = query.get('expand')?.split(';')[0] ?? ''
      let before: unknown
      return eachRecord(body, (record) => {
        before = record[name] ?? before
        return before === undefined ? record : { ...record, [name]: before }
      })
    },
  ),
  rewriting(
    'lower-case-escapes-in-paths-unread',
    ['A-DAT-14', 'A-DAT-15', 'A-DAT-16'],
    'An escape of the path whose digits are in lower case is not decoded.',
    ({ path }) => /%(?:[\da-f][a-f]|[a-f][\da-f])/.test(path),
    (request, { path }) => ({
      ...request,
      target: `${path.replace(/%(?=[\da-f][a-f]|[a-f][\da-f])/g, '%25')}${request.target.slice(path.length)}`,
    }),
  ),
  needingAClient('put', ['A-DAT-05', 'A-DAT-15']),
  needingAClient('patch', ['A-DAT-07', 'A-DAT-15']),
  needingAClient('delete', ['A-DAT-10', 'A-DAT-16']),
  cutting('put', 'PUT'),
  cutting('patch', 'PATCH'),
  takingAny('create', 'POST'),
  takingAny('put', 'PUT'),
  takingAny('patch', 'PATCH'),
]
