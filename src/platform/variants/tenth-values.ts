import { cql } from '../rulebook/cql.ts'
import type { Variant } from '../deviation.ts'
import { askedOf, type Json } from '../faults/passing.ts'
import { empty, json } from '../http/answers.ts'
import { through } from './lawful.ts'
import { sieving, textsOf, writtenOtherwise } from './sieve.ts'

const answer = (status: number, error: string, message: string, ...values: readonly unknown[]) =>
  json(status, { error, message, values })

/** Every text in a value, changed. */
const eachText = (value: unknown, change: (text: string) => string): unknown =>
  typeof value === 'string'
    ? change(value)
    : Array.isArray(value)
      ? value.map((one) => eachText(one, change))
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, eachText(inner, change)]))
        : value
const composed = (value: unknown): string => String(value).normalize('NFC')
const trimmed = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/^[ \t\n]+|[ \t\n]+$/g, '')

const beyond = /[^\t\n\r\u0020-\u007e\u00a0-\uffff]|[\ud800-\udfff]/

const longest: Readonly<Record<string, number>> = {
  externalId: 50,
  code: 50,
  subject: 100,
  remarks: 1000,
  resolution: 1000,
  fileName: 100,
}
const lengthOf = (field: string): number => longest[field] ?? 255

const reserved = /[/\\%?#;&+\s\u0000-\u001f\u007f]/
const reservedInPaths = /%(?:2F|5C|25|3F|23|20)/i

const isOutOfPlan = (time: string): boolean => time < '1990-01-01T00:00:00Z' || time > '2037-12-31T23:59:59.999Z'
const isTime = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)

/** Lawful other readings of what values a field takes and how it keeps them (suites/two-readings, the tenth reader). */
export const tenthValueVariants: readonly Variant[] = [
  {
    id: 'texts-composed',
    leaves: ['A-DAT-03', 'A-CQL-07'],
    says: 'Texts are kept and compared in the composed form of Unicode, external ids as they were sent.',
    rule: {
      values: {
        taken: (value, { kind }) => (kind === 'text' || kind === 'inlined' ? eachText(value, composed) : value),
      },
      cql: {
        order: (one, other, kind) =>
          kind === 'text' ? (composed(one) === composed(other) ? 0 : 1) : cql.order(one, other, kind),
        matches: (value, pattern, operator) => cql.matches(composed(value), composed(pattern), operator),
      },
    },
  },
  {
    id: 'texts-trimmed-in-lines-of-lf',
    leaves: ['A-DAT-07', 'A-DAT-03'],
    says: 'Texts are kept without white space at their ends, and their lines end with LF.',
    rule: {
      values: {
        taken: (value, { kind }) => (kind === 'text' || kind === 'inlined' ? eachText(value, trimmed) : value),
      },
    },
  },
  writtenOtherwise(
    'empty-text-is-no-value',
    ['A-REC-06', 'A-DAT-09'],
    'An empty text is null.',
    (sent) =>
      Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [name, value === '' && name !== 'fileContent' ? null : value]),
      ) as Json,
  ),
  sieving(
    'texts-of-the-basic-plane',
    ['A-DAT-03', 'A-DAT-18'],
    'A write with a character above U+FFFF or a control character is refused with 422.',
    ({ sent }) => {
      const [field] = textsOf(sent).find(([, text]) => beyond.test(text)) ?? []
      return field === undefined ? undefined : answer(422, 'CA-51', 'Character not allowed in {0}', field)
    },
  ),
  sieving(
    'texts-of-column-length',
    ['A-REC-06', 'A-DAT-18'],
    'External ids and codes hold 50 characters, subjects 100, every other text 255 or 1000: a longer one is refused.',
    ({ asked, sent }) => {
      const named = asked.by === 'externalId' ? { externalId: asked.name, ...sent } : sent
      const [field] = textsOf(named).find(([name, text]) => text.length > lengthOf(name)) ?? []
      return field === undefined
        ? undefined
        : answer(400, 'CA-12', 'Field {0} is longer than {1}', field, lengthOf(field))
    },
  ),
  {
    ...through(
      'external-ids-without-signs-of-paths',
      ['A-DAT-14', 'A-REC-06'],
      'An external id has no blank and no sign that an address needs encoded; a path with one is answered 400 without a body.',
      (request, go) => {
        const { path, resource } = askedOf(request)
        return resource !== undefined && reservedInPaths.test(path) ? Promise.resolve(empty(400)) : go(request)
      },
    ),
    rule: { data: { takesExternalId: (externalId) => !reserved.test(externalId) } },
  },
  sieving(
    'external-id-set-once',
    ['A-DAT-07', 'A-DAT-18'],
    'An external id is not changed to another one, only removed or set: such a write is refused with 409.',
    async ({ sent, stored }) => {
      const to = sent['externalId']
      if (typeof to !== 'string') return undefined
      const from = (await stored())?.['externalId']
      return typeof from === 'string' && from !== to
        ? answer(409, 'CA-147', 'External id cannot be changed', from)
        : undefined
    },
  ),
  sieving(
    'dates-within-the-plan',
    ['A-DAT-07', 'A-DAT-18'],
    'Date-times lie from 1990 to 2037, and what ends does not do so before it starts: other writes are refused with 422.',
    async ({ asked, sent, stored }) => {
      const [field] = Object.entries(sent).find(([, value]) => isTime(value) && isOutOfPlan(value)) ?? []
      if (field !== undefined) return answer(422, 'CA-61', 'Date out of range: {0}', field)
      if (!('startDateTime' in sent) && !('endDateTime' in sent)) return undefined
      const { startDateTime, endDateTime } = { ...(asked.method === 'PATCH' ? await stored() : {}), ...sent } as Json
      return isTime(startDateTime) && isTime(endDateTime) && Date.parse(endDateTime) < Date.parse(startDateTime)
        ? answer(422, 'CA-61', 'Date out of range: {0}', 'endDateTime')
        : undefined
    },
  ),
]
