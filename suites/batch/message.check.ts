import { canonical, type BatchForm } from '../../src/batch/form.ts'
import { check, must, observe } from '../../src/kit/index.ts'
import { batch } from './requirements.ts'
import {
  changing,
  creating,
  failing,
  mustAllSucceed,
  mustBeThere,
  mustFailAt,
  mustHaveParts,
  mustNotBeThere,
  send,
  stored,
} from './steps.ts'

check(
  batch.message,
  'canonical',
  { brokenBy: ['batch-parts-need-tokens', 'batch-inner-body-lost'], effects: true },
  async (context) => {
    const made = [creating(context), creating(context)]
    mustAllSucceed(
      await send(
        context,
        made.map(({ request }) => request),
      ),
      2,
    )
    for (const one of made) await mustBeThere(context.api, one)
  },
)

check(
  batch.message,
  'transactional-by-default',
  { brokenBy: ['batch-default-not-transactional', 'batch-conflict-keeps-by-default'], effects: true },
  async (context) => {
    const record = await stored(context)
    const made = creating(context)
    mustFailAt(await send(context, [made.request, failing(context, record)]), 1, 2)
    await mustNotBeThere(context.api, [made])
  },
)

/** Each differs in one point, so a refusal is about that point. */
const forms: ReadonlyArray<
  readonly [situation: string, form: Partial<BatchForm>, brokenBy: readonly [string, ...string[]]]
> = [
  ['quoted-boundary', { boundaryQuotes: 'always' }, ['batch-boundary-quoted-refused']],
  ['boundary-parameter-in-capitals', { boundaryName: 'BOUNDARY' }, ['batch-boundary-parameter-case']],
  ['media-type-in-capitals', { mediaType: 'Multipart/MIXED' }, ['batch-media-type-case']],
  ['parameter-before-the-boundary', { moreParameters: 'before' }, ['batch-boundary-must-come-first']],
  ['seventy-characters', { boundary: 'seventy characters' }, ['batch-boundary-long-refused']],
  ['special-characters', { boundary: 'specials' }, ['batch-boundary-letters-only', 'batch-boundary-quoted-refused']],
  [
    'blank-in-the-boundary',
    { boundary: 'inner blank' },
    ['batch-boundary-letters-only', 'batch-boundary-quoted-refused'],
  ],
]

for (const [situation, form, brokenBy] of forms) {
  check(batch['message-forms'], situation, { brokenBy, effects: true }, async (context) => {
    const made = [creating(context), creating(context)]
    mustAllSucceed(
      await send(
        context,
        made.map(({ request }) => request),
        { form: { ...canonical, ...form } },
      ),
      2,
    )
    for (const one of made) await mustBeThere(context.api, one)
  })
}

/** Lawful, but some readers in use refuse them: only recorded. */
const doubtful: ReadonlyArray<Partial<BatchForm>> = [
  { preamble: 'text' },
  { preamble: 'boundary within a line' },
  { leadingLineEnd: 'CRLF' },
  { padding: 'blank' },
  { padding: 'tab' },
  { partHeaderFolding: 'folded' },
  { version: 'HTTP/1.0' },
  { innerLength: 'omitted' },
  { innerHost: 'given' },
  { epilogue: 'text' },
  { lastLineEnd: 'none' },
  { blankAfterSemicolon: 'none' },
  { boundary: 'leading dashes' },
  { boundary: 'one character' },
]

observe(batch.context, 'doubtful-forms', {}, async (context) => {
  const told: string[] = []
  for (const form of doubtful) {
    const answer = await send(context, [creating(context).request], { form: { ...canonical, ...form } })
    const taken = answer.parts[0]?.status !== undefined && answer.parts[0].status < 300
    told.push(
      `${Object.entries(form)
        .map(([name, value]) => `${name} ${value}`)
        .join(', ')}: ${taken ? 'taken' : `refused (${answer.parts[0]?.status ?? answer.status})`}`,
    )
  }
  return told.join('; ')
})

const illegal = [
  'no boundary parameter',
  'boundary of another message',
  'no closing delimiter',
  'no delimiter at all',
  'not multipart',
  'no part',
] as const

const quietly: Partial<Record<(typeof illegal)[number], readonly string[]>> = {
  'no delimiter at all': ['bat-empty-200'],
  'boundary of another message': ['bat-empty-200'],
  'no closing delimiter': ['bat-unterminated-run', 'unterminated-batches-told-as-done'],
}

for (const kind of illegal) {
  // A message without its last delimiter may be accepted as it is: then everything in it must have been executed.
  const lenient = kind === 'no closing delimiter'
  check(
    batch['malformed-refused'],
    kind.replaceAll(' ', '-'),
    { brokenBy: ['batch-malformed-crashes', ...(quietly[kind] ?? [])], effects: true },
    async (context) => {
      const record = await stored(context)
      mustHaveParts(await send(context, [changing(context, record, context.fresh.text())]))
      const made = [creating(context), creating(context)]
      const answer = await send(
        context,
        made.map(({ request }) => request),
        { defect: { kind, at: 0 } },
      )
      if (
        lenient &&
        answer.status < 300 &&
        answer.parts.length === 2 &&
        answer.parts.every(({ status }) => status < 300)
      ) {
        for (const one of made) await mustBeThere(context.api, one)
        return
      }
      // A message with its delimiters and nothing between them may be one of no requests, which has no answers.
      const isOfNone = kind === 'no part' && answer.status < 300 && answer.parts.length === 0
      if (!isOfNone) must.refused4xx(answer)
      await mustNotBeThere(context.api, made)
    },
  )
}

check(
  batch['malformed-refused'],
  'not-transactional',
  {
    brokenBy: ['batch-parts-before-malformed-stored', 'batch-malformed-crashes', 'unterminated-batches-told-as-done'],
    effects: true,
  },
  async (context) => {
    const made = [creating(context), creating(context), creating(context)]
    const answer = await send(
      context,
      made.map(({ request }) => request),
      { transactional: false, defect: { kind: 'no closing delimiter', at: 0 } },
    )
    // Accepted as it is, everything in it must have been executed.
    if (answer.status < 300 && answer.parts.length === 3 && answer.parts.every(({ status }) => status < 300)) {
      for (const one of made) await mustBeThere(context.api, one)
      return
    }
    must.refused4xx(answer)
    await mustNotBeThere(context.api, made)
    mustAllSucceed(await send(context, [creating(context).request]), 1)
  },
)
