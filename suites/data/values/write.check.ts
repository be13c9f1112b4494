import { momentOf } from '../../../src/exchange/moment.ts'
import { check, eventually, keyOf, matchers, must, type Context } from '../../../src/kit/index.ts'
import { madeOnce } from '../made-once.ts'
import { data } from '../record/requirements.ts'
import { succeeded } from '../steps.ts'
import { caseNamed, valueCases, type ValueCase } from './cases.ts'
import { carries, heldBy, holding, mustMean, mustTakeAnother, newHeld, type Held } from './steps.ts'
import { inWords, wayRules, waysToWrite, writeBy, type WayToWrite } from './ways.ts'

type Faults = readonly [string, ...string[]]
type By = Partial<Record<WayToWrite, Faults>>
const all = (...faults: Faults): By => Object.fromEntries(waysToWrite.map((way) => [way, faults]))
const byMethod = (post: Faults | undefined, put: Faults | undefined, patch: Faults | undefined): By => ({
  ...(post ? { post } : {}),
  ...(put ? { 'put-by-id': put, 'put-by-external-id': put } : {}),
  ...(patch ? { 'patch-by-id': patch, 'patch-by-external-id': patch } : {}),
})
const byId = ({ post, 'put-by-id': put, 'patch-by-id': patch }: By): By => ({
  ...(post ? { post } : {}),
  ...(put ? { 'put-by-id': put } : {}),
  ...(patch ? { 'patch-by-id': patch } : {}),
})

/** Which ways are tried with a case, and the faults that each must catch. */
const table: Readonly<Record<string, By>> = {
  'text-not-ascii': byMethod(['value-latin-1-on-post'], ['value-latin-1-on-put'], ['value-latin-1-on-patch']),
  'text-astral': {
    ...all('value-astral-lost', 'text-cut-at-four-byte-character'),
    post: ['value-astral-lost', 'create-unicode-astral'],
  },
  'text-marks': byId(all('value-backslash-lost', 'value-quotes-escaped')),
  'text-white-space': byId(all('value-white-space-collapsed')),
  'text-long': {
    ...byId(all('value-text-cut-at-255', 'get-long-text-cut')),
    'patch-by-id': ['value-text-cut-at-255', 'patch-long-text-noop', 'patch-cuts-long-texts-unseen'],
  },
  'date-time': {
    post: ['value-date-time-shifted-on-post'],
    'put-by-id': ['value-date-time-shifted-on-put', 'value-date-time-shifted-in-answers'],
    'patch-by-id': ['value-date-time-shifted-on-patch', 'value-date-time-shifted-in-answers'],
    'put-by-external-id': ['value-date-time-early-by-external-id'],
    'patch-by-external-id': ['value-date-time-early-by-external-id'],
  },
  'date-time-year-end': byId(all('value-year-of-the-week')),
  'date-time-leap-day': {
    ...all('value-leap-day-moved'),
    'put-by-external-id': ['value-leap-day-moved', 'datetime-leap-day'],
    'patch-by-external-id': ['value-leap-day-moved', 'datetime-leap-day'],
  },
  'date-time-past': byId(all('value-date-time-before-1970-lost')),
  'boolean-true': byMethod(
    ['value-true-overlooked'],
    ['value-true-overlooked-on-put', 'value-boolean-turned-in-answers'],
    ['value-true-overlooked', 'value-boolean-turned-in-answers'],
  ),
  'boolean-false': byMethod(
    ['value-false-overlooked-on-post', 'create-empty-array-lost'],
    ['value-false-overlooked-on-put', 'boolean-false-dropped'],
    ['value-false-overlooked-on-patch'],
  ),
  integer: all('value-integers-cut-to-a-byte'),
  'integer-beyond-32-bits': all('whole-numbers-wrapped-at-32-bits'),
  'integer-zero': byMethod(undefined, undefined, ['value-zero-overlooked-on-patch']),
  'date-time-after-2038': all('date-times-in-seconds-of-32-bits'),
  decimal: all('value-numbers-whole', 'value-numbers-single-precision'),
  reference: byMethod(
    ['value-reference-lost-on-post'],
    ['value-reference-lost-on-put', 'put-answers-with-nested-references'],
    ['value-reference-kept-on-patch'],
  ),
  list: byMethod(['value-list-last-lost'], ['value-list-first-only-on-put'], ['value-list-added-to']),
  'list-shortened': byMethod(undefined, undefined, ['value-list-added-to']),
  'list-emptied': byMethod(undefined, undefined, ['value-empty-list-overlooked']),
  inlined: all('value-inlined-last-lost'),
  'object-reference': all('value-inlined-last-lost'),
}

/** The field after the write; a write that is refused is not judged, if the same field takes another value. */
async function mustKeep(context: Context, of: ValueCase, way: WayToWrite): Promise<void> {
  const { before, after } = await of.values(context)
  const held = way === 'post' ? newHeld(context, of) : await holding(context, of, before)
  const answer = await writeBy[way](context, held, after)
  if (!succeeded(answer)) {
    must.noServerError(answer, `a ${held.resource} with ${of.name}`)
    return mustTakeAnother(context, of, before)
  }
  const told = answer.record(keyOf(held.resource))
  const dto = await heldBy(context, held)
  const isCut = isCutToTheMinute(dto[held.field], after) && !(await keepsSeconds(context))
  const sent = { of, held, value: isCut ? dto[held.field] : toTheSecond(dto[held.field], after) }
  mustMean(context, `read after ${inWords[way]}`, dto, sent)
  if (after === false && (dto[held.field] ?? null) === null && carries(context, held, dto))
    await mustBeFound(context, held, inWords[way])
  // The body of an answer to a POST is not shown.
  if (told?.[held.field] !== undefined && way !== 'post')
    mustMean(context, `in the answer to ${inWords[way]}`, told, sent)
}

/** What is shown where it is the moment that was sent, to the second: how exact a date-time is, is not stated. */
function toTheSecond(shown: unknown, sent: unknown): unknown {
  if (typeof sent !== 'string' || !/:\d\d\.\d+Z$/.test(sent)) return sent
  const [is, due] = [momentOf(shown), momentOf(sent)]
  return is % 1000 === 0 && Math.abs(is - due) < 1000 ? shown : sent
}

/** The full minute before the moment that was sent with a fraction of a second. */
function isCutToTheMinute(shown: unknown, sent: unknown): boolean {
  if (typeof sent !== 'string' || !/:\d\d\.\d+Z$/.test(sent)) return false
  const [is, due] = [momentOf(shown), momentOf(sent)]
  return is % 60_000 === 0 && due > is && due - is < 60_000
}

/** Who keeps the seconds of one date-time keeps those of another. */
const keepsSeconds = madeOnce(async (context) => {
  const held = await holding(context, caseNamed('date-time'), '2031-03-01T10:00:41Z')
  return momentOf((await heldBy(context, held))[held.field]) % 60_000 !== 0
})

/** A flag that was set to false may be shown as none, but then a query for false finds it. */
async function mustBeFound(context: Context, { resource, externalId, field }: Held, after: string): Promise<void> {
  if ('query-language' in context.target.lacks) return
  const ask = () =>
    context.api.data.list(resource, { query: { query: `externalId = "${externalId}" AND ${field} = false` } })
  await eventually(context, ask, (answer) =>
    matchers.equal(
      `records with ${field} = false after ${after} that sent it, for it is not shown:`,
      answer.records(keyOf(resource)).length,
      1,
    ),
  )
}

const updates = ['patch-by-id', 'put-by-id', 'patch-by-external-id', 'put-by-external-id'] as const

/** A standard run tries each case by POST and by one way to update, which differ from case to case; --heavy tries all ways. */
const isStandard = (tried: By, way: WayToWrite, at: number): boolean => {
  if (way === 'post') return true
  const own = updates.filter((update) => tried[update])
  // What a PATCH stores of the sizes of a text it stores of all texts; only updates can shorten a list.
  return tried.post && own.length < 4 ? false : way === own[at % own.length]
}

for (const [at, of] of valueCases.entries()) {
  const needs = of.need ? [of.need] : []
  const tried = table[of.name] ?? {}
  for (const way of waysToWrite) {
    const brokenBy = tried[way]
    if (!brokenBy) continue
    const heavy = isStandard(tried, way, at) ? {} : ({ heavy: true } as const)
    check(wayRules[way], `keeps-${of.name}-${way}`, { brokenBy, needs, effects: true, ...heavy }, (context) =>
      mustKeep(context, of, way),
    )
  }
}

for (const way of ['post', 'patch-by-id'] as const) {
  check(data['date-time-precision'], way, { brokenBy: ['value-fraction-cuts-seconds'], effects: true }, (context) =>
    mustKeep(context, caseNamed('date-time-milliseconds'), way),
  )
}

const sentence = 'A sentence of forty characters in length. '
/** Longer than many a store keeps, and a little longer than the shortest of them: how long a text may be is not stated. */
const longTexts = [sentence.repeat(200).trim(), sentence.repeat(8).trim()]

for (const way of updates)
  check(
    wayRules[way],
    `keeps-very-long-text-${way}`,
    {
      brokenBy: way.startsWith('patch')
        ? ['patch-cuts-long-texts-unseen', 'texts-cut-after-4000-by-patch']
        : ['texts-cut-after-4000-by-put'],
      effects: true,
    },
    async (context) => {
      const of = caseNamed('text-long')
      const held = await holding(context, of, 'before')
      for (const value of longTexts) {
        const answer = await writeBy[way](context, held, value)
        if (succeeded(answer)) {
          const dto = await heldBy(context, held)
          return mustMean(context, `read after ${inWords[way]} of ${value.length} characters`, dto, { of, held, value })
        }
        must.noServerError(answer, `${inWords[way]} with a text of ${value.length} characters`)
      }
      return mustTakeAnother(context, of, 'before')
    },
  )
