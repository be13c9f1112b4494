import { check, each, must, type Context } from '../../src/kit/index.ts'
import type { Answer } from '../../src/clients/answer.ts'
import type { CallOptions } from '../../src/clients/call.ts'
import { clientCredentials } from '../token/client-credentials.ts'
import { validation } from '../token/requirements.ts'
import { freshToken, hours, minutes } from '../token/steps.ts'
import { build, isBuiltAtTheShorterAddress, rich, richWish, type ReadTemplate } from './template.ts'
import { allEncodings, encodings } from './wish.ts'
import { mustBeReported } from './served.ts'

const needs = ['writes', 'reporting'] as const

const isPage = (answer: Answer): boolean =>
  /^(?:text\/html|application\/xhtml\+xml)\b/i.test(answer.header('Content-Type') ?? '')

/**
 * A page to log in on refuses, too: neither status nor form of an error is shown for these calls (B-RPT-14). A page may also be a report, but
 * then a caller with a token gets the same one.
 */
async function isTurnedAway(answer: Answer, withToken: () => Promise<Answer>): Promise<boolean> {
  if (answer.status >= 300) return true
  return isPage(answer) && (await withToken()).text !== answer.text
}

/** A build at the shorter of the two addresses, where one who may call is served there (B-RPT-01). */
async function atTheShorterAddress(context: Context, made: ReadTemplate): Promise<readonly Call[]> {
  const send = (how?: CallOptions) => context.api.reporting.build(encodings.json(richWish(made)), '', how)
  const isThere = await isBuiltAtTheShorterAddress(context, encodings.json(richWish(made)))
  return isThere ? [['build at the shorter address', send]] : []
}

type Call = readonly [name: string, send: (options?: CallOptions) => Promise<Answer>]

/** Every call, each in all its encodings. Which status refuses one is not shown (B-RPT-14). */
async function refusedCalls(context: Context, options: CallOptions): Promise<void> {
  const made = await rich(context)
  const calls: readonly Call[] = [
    ...allEncodings.map(
      (encoding) =>
        [
          `build as ${encoding}`,
          (how?: CallOptions) => build(context, encodings[encoding](richWish(made)), how),
        ] as const,
    ),
    ['download', (how) => context.api.reporting.download({ reportTemplate: made.id }, how)],
    ...(await atTheShorterAddress(context, made)),
  ]
  await each(calls, async ([name, send]) => {
    const answer = await send(options)
    must.noServerError(answer, name)
    must.hold(`the ${name}, refused`, await isTurnedAway(answer, () => send()), answer.status)
  })
}

check(
  validation['invalid-token'],
  'invented-on-every-call-of-reporting',
  {
    calls: ['reporting'],
    needs,
    brokenBy: [
      'report-build-with-any-token',
      'gaps-report-at-the-shorter-address-for-anybody',
      'report-download-with-any-token',
    ],
  },
  (context) => refusedCalls(context, { token: { value: `${context.fresh.tag}-never-issued` } }),
)

check(
  validation['invalid-token'],
  'expired-on-every-call-of-reporting',
  { calls: ['reporting'], needs: [...needs, 'clock'], alone: true, brokenBy: ['report-built-with-expired-token'] },
  async (context) => {
    const token = { value: await freshToken(context.api) }
    const wish = richWish(await rich(context))
    mustBeReported(await build(context, encodings.json(wish), { token }))
    await context.clock.advance(12 * hours + minutes)
    await refusedCalls(context, { token })
  },
)

check(
  validation['no-token-refused'],
  'on-every-call-of-reporting',
  {
    calls: ['reporting'],
    needs,
    brokenBy: [
      'report-build-without-token',
      'gaps-report-at-the-shorter-address-for-anybody',
      'report-download-with-any-token',
    ],
  },
  (context) => refusedCalls(context, { token: 'none' }),
)

check(
  validation['no-token-refused'],
  'other-scheme-on-every-call-of-reporting',
  { calls: ['reporting'], needs, brokenBy: ['report-client-secret-for-token'] },
  (context) => refusedCalls(context, clientCredentials(context)),
)

check(
  validation['request-id-optional'],
  'left-out-of-a-build-and-a-download',
  { calls: ['reporting'], needs, brokenBy: ['report-request-id-demanded'] },
  async (context) => {
    const made = await rich(context)
    const bare = { headers: { 'X-Request-ID': undefined } }
    mustBeReported(await build(context, encodings.json(richWish(made)), bare))
    mustBeReported(await context.api.reporting.download({ reportTemplate: made.id }, bare))
  },
)
