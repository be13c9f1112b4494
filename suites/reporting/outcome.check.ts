import type { Answer } from '../../src/clients/answer.ts'
import { check, each, must, Unexercised } from '../../src/kit/index.ts'
import { definition } from './archive.ts'
import { servedAlike } from './callers.ts'
import { echoIn } from './echo.ts'
import { reporting } from './requirements.ts'
import { mustComply } from './schema.ts'
import { build, builtSoon, generated, rich, richWish, template } from './template.ts'
import { encodings, jsonWithCharset, multipartOfLibraries } from './wish.ts'
import { mustBeReported } from './served.ts'

const sorted = (echo: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(echo).sort(([one], [other]) => (one < other ? -1 : 1)))

/** What each encoding came to: its class of status, and its echo if it is one. */
const outcomeOf = (answer: Answer) => {
  const echo = echoIn(answer)
  return { status: `${Math.floor(answer.status / 100)}xx`, ...(echo ? { echo: sorted(echo) } : {}) }
}

const others = { ...encodings, 'json-with-charset': jsonWithCharset, 'multipart-with-types': multipartOfLibraries }

check(
  reporting['same-outcome'],
  'every-field',
  {
    brokenBy: [
      'report-json-type-compared',
      'report-time-zones-of-two-words',
      'report-query-or-form',
      'report-multipart-latin-1',
      'report-multipart-parameters-latin-1',
      'report-multipart-time-zone-lost',
      'report-multipart-plus-is-blank',
      'report-form-plus-kept',
      'report-form-plus-kept-in-parameters',
      'report-form-time-zone-utc',
      'report-query-in-form',
      'report-form-decoded-twice',
      'report-plus-of-a-time-zone-in-a-form-is-a-blank',
      'report-parts-with-a-type-are-files',
      'report-quoted-boundary-refused',
    ],
  },
  async (context) => {
    const made = await rich(context)
    const reportParameters = { checklistInstanceId: 'Ab+c 1&2=3 ä', placeName: 'Zürich 東京' }
    mustComply(made.dto, reportParameters)
    const wish = richWish(made, { reportParameters, reportTimeZone: 'Etc/GMT+1' })
    const first = await builtSoon(context, encodings.json(wish))
    mustBeReported(first)
    const expected = outcomeOf(first)
    await each(['multipart', 'multipart-with-types', 'form', 'json-with-charset'] as const, async (encoding) => {
      const answer = await build(context, others[encoding](wish))
      must.equal(`outcome of a build as ${encoding}`, outcomeOf(answer), expected)
    })
  },
)

check(
  reporting['same-outcome'],
  'numbers-and-flags',
  { brokenBy: ['report-form-numbers-refused', 'report-false-lost-in-json'] },
  async (context) => {
    const made = await template(context, {
      'report.jrxml': definition('Typed', {
        pages: { class: 'java.lang.Integer' },
        isFinal: { class: 'java.lang.Boolean' },
      }),
    })
    const dto = (await generated(context, made.id)) ?? {}
    must.sameId('id of the template', dto['id'], made.id)
    for (const reportParameters of [
      { pages: 5, isFinal: true },
      { pages: 0, isFinal: false },
    ]) {
      mustComply(dto, reportParameters)
      const wish = { reportTemplate: made.id, reportParameters }
      mustBeReported(await builtSoon(context, encodings.json(wish)))
      await each(['multipart', 'form'] as const, async (encoding) => {
        const { status } = outcomeOf(await build(context, encodings[encoding](wish)))
        must.equal(`outcome of a build as ${encoding}`, status, '2xx')
      })
    }
  },
)

check(
  reporting['same-outcome'],
  'for-other-callers',
  { brokenBy: ['report-forms-of-makers-only'] },
  async (context) => {
    const wish = richWish(await rich(context))
    const callers = await servedAlike(context, (api) => build({ api }, encodings.json(wish)))
    for (const { name, api, answer: first } of callers)
      for (const encoding of ['multipart', 'form'] as const) {
        const answer = await build({ api }, encodings[encoding](wish))
        must.equal(`outcome of a build as ${encoding} by ${name}`, outcomeOf(answer), outcomeOf(first))
      }
  },
)

check(
  reporting['same-outcome'],
  'texts-of-digits',
  {
    brokenBy: [
      'report-form-digits-become-numbers',
      'report-form-parameters-lost',
      'report-form-empty-texts-refused',
      'report-form-texts-trimmed',
      'report-multipart-time-zone-lost-beside-parameters',
    ],
  },
  async (context) => {
    const made = await rich(context)
    const digits = { checklistInstanceId: '12345', placeName: '-7' }
    mustComply(made.dto, digits)
    let isEchoed = false
    // Whether an empty text is one that is there is for the schema and the server to say, but for each encoding alike.
    for (const reportParameters of [digits, { checklistInstanceId: ' a ', placeName: '' }]) {
      const wish = richWish(made, { reportParameters })
      const first = await (reportParameters === digits ? builtSoon : build)(context, encodings.json(wish))
      if (reportParameters === digits) mustBeReported(first)
      isEchoed ||= echoIn(first) !== undefined
      await each(['multipart', 'form'] as const, async (encoding) => {
        const answer = await build(context, encodings[encoding](wish))
        must.equal(`outcome of a build as ${encoding}`, outcomeOf(answer), outcomeOf(first))
      })
    }
    if (!isEchoed)
      throw new Unexercised('a build shows nothing of its parameters: whether they are the same is not told')
  },
)

/** Line breaks in one spelling: no sentence says which of them a form keeps. */
const withLinesAlike = (answer: Answer) => {
  const { status, echo = {} } = outcomeOf(answer)
  const lines = Object.entries(echo).map(([name, value]) => [name, value.replaceAll(/\r\n?/g, '\n')] as const)
  return { status, echo: Object.fromEntries(lines) }
}

check(
  reporting['same-outcome'],
  'texts-of-several-lines',
  {
    brokenBy: [
      'report-multipart-lines-after-the-first-lost',
      'report-multipart-texts-end-at-an-empty-line',
      'report-form-lines-become-words',
    ],
  },
  async (context) => {
    const made = await rich(context)
    const reportParameters = { checklistInstanceId: 'C-17\r\nC-18', placeName: 'Zürich\r\n\r\nUlm' }
    mustComply(made.dto, reportParameters)
    const wish = richWish(made, { reportParameters })
    // Whether a text may have several lines is for the schema and the server to say, but for each encoding alike.
    const first = await build(context, encodings.json(wish))
    await each(['multipart', 'multipart-with-types', 'form'] as const, async (encoding) => {
      const answer = await build(context, others[encoding](wish))
      must.equal(`outcome of a build as ${encoding}`, withLinesAlike(answer), withLinesAlike(first))
    })
    if (echoIn(first) === undefined)
      throw new Unexercised('a build shows nothing of its parameters: whether they are the same is not told')
  },
)
