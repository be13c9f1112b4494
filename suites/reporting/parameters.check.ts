import type { Answer } from '../../src/clients/answer.ts'
import { isObject } from '../../src/exchange/json.ts'
import { check, each, must, Unexercised } from '../../src/kit/index.ts'
import { definition, text } from './archive.ts'
import { servedAlike } from './callers.ts'
import { echoIn } from './echo.ts'
import { reporting } from './requirements.ts'
import { breakingParameters, complies, mustComply } from './schema.ts'
import { replacedTemplate } from './replaced.ts'
import {
  build,
  built,
  builtSoon,
  generated,
  isBuiltAtTheShorterAddress,
  lawfulTexts,
  rich,
  richWish,
  template,
} from './template.ts'
import { allEncodings, encodings, formBackwards } from './wish.ts'
import { mustBeReported } from './served.ts'

/** How a refusal looks is not shown: no success, or an object that shows none of the fields. One of the names that a lawful build is answered with may be either. */
function refusal(answer: Answer, what: string, lawful: Answer): void {
  const isObjectOnly = isObject(answer.json) && echoIn(answer) === undefined
  must.hold(`${what} not built`, answer.status >= 400 || isObjectOnly, `status ${answer.status}`)
  if (answer.status === lawful.status && namesIn(answer) === namesIn(lawful))
    throw new Unexercised(
      'builds are answered alike whether their parameters comply or not: what was built is not told',
    )
}

/** The names in an answer that is an object. */
const namesIn = ({ json }: Answer): string => (isObject(json) ? Object.keys(json).sort().join() : '')

/** A lawful build, taken. */
function taken(answer: Answer): Answer {
  mustBeReported(answer)
  return answer
}

/** What is in a schema, and so what breaks it, is the target's own affair. */
const nothingBreaks = (): Unexercised => new Unexercised('no parameters of this kind break the schema of the template')

for (const encoding of allEncodings)
  check(
    reporting['parameters-refused'],
    `missing-in-${encoding}`,
    {
      brokenBy: [
        'report-parameters-unchecked',
        encoding === 'json' ? 'report-schema-types-only' : `report-schema-not-in-${encoding}`,
        ...(encoding === 'form' ? ['report-form-parameters-before-the-template-unchecked'] : []),
      ],
    },
    async (context) => {
      const made = await rich(context)
      mustComply(made.dto, lawfulTexts)
      const lawful = taken(await builtSoon(context, encodings[encoding](richWish(made))))
      const wrong = breakingParameters(made.dto, lawfulTexts).find(
        (one) => Object.keys(one).length < Object.keys(lawfulTexts).length,
      )
      if (!wrong) throw nothingBreaks()
      const broken = richWish(made, { reportParameters: wrong })
      const bodies = [encodings[encoding](broken), ...(encoding === 'form' ? [formBackwards(broken)] : [])]
      for (const body of bodies)
        refusal(await build(context, body), 'a report without a parameter that the schema requires', lawful)
    },
  )

check(
  reporting['parameters-refused'],
  'of-another-type',
  {
    brokenBy: [
      'report-parameters-unchecked',
      'report-schema-required-only',
      'report-schema-top-level-only',
      'report-null-passes',
      'report-optional-parameter-due',
      'report-parameters-in-a-list-pass',
    ],
  },
  async (context) => {
    const made = await template(context, {
      'report.jrxml': definition('Typed', {
        placeName: text,
        rooms: { class: 'java.util.List', nestedType: 'java.lang.Integer' },
        remark: { ...text, byDefault: '"none"' },
      }),
    })
    const dto = (await generated(context, made.id)) ?? {}
    must.sameId('id of the template', dto['id'], made.id)
    // What a class becomes in the schema, and whether what has a default is required, is the target's own affair.
    const forms = [[1, 2], '1', ['1', '2']].map((rooms) => ({ placeName: 'Ulm', rooms }))
    const wishes = forms.flatMap((due) => [due, { ...due, remark: 'dry' }])
    const reportParameters = wishes.find((wish) => complies(dto, wish)) ?? { placeName: 'Ulm' }
    mustComply(dto, reportParameters)
    const lawful = taken(await builtSoon(context, encodings.json({ reportTemplate: made.id, reportParameters })))
    const wrong = breakingParameters(dto, reportParameters).filter(
      (one) => Object.keys(one).length === Object.keys(reportParameters).length,
    )
    if (wrong.length === 0) throw nothingBreaks()
    await each(wrong.slice(0, 6), async (parameters) => {
      const answer = await built(context, { reportTemplate: made.id, reportParameters: parameters })
      refusal(answer, `a report with ${JSON.stringify(parameters)}`, lawful)
    })
    // A reader that takes a list of one for that one passes what the schema refuses.
    const listed = [reportParameters]
    if (complies(dto, listed)) return
    const answer = await built(context, { reportTemplate: made.id, reportParameters: listed })
    refusal(answer, 'a report with a list of parameters', lawful)
  },
)

check(
  reporting['parameters-refused'],
  'of-another-type-in-forms',
  { brokenBy: ['report-form-types-unchecked'] },
  async (context) => {
    const made = await template(context, {
      'report.jrxml': definition('Typed', {
        pages: { class: 'java.lang.Integer' },
        isFinal: { class: 'java.lang.Boolean' },
      }),
    })
    const dto = (await generated(context, made.id)) ?? {}
    const wish = (pages: unknown) => ({ reportTemplate: made.id, reportParameters: { pages, isFinal: true } })
    mustComply(dto, wish(5).reportParameters)
    // What a class becomes in the schema is the target's own affair.
    if (complies(dto, wish('abc').reportParameters)) throw nothingBreaks()
    await each(['multipart', 'form'] as const, async (encoding) => {
      const lawful = taken(await builtSoon(context, encodings[encoding](wish(5))))
      refusal(await build(context, encodings[encoding](wish('abc'))), 'a report of "abc" pages', lawful)
    })
  },
)

check(
  reporting['parameters-refused'],
  'a-decimal-for-an-integer',
  { brokenBy: ['report-decimals-pass-for-integers', 'report-decimals-of-forms-pass-for-integers'] },
  async (context) => {
    const made = await template(context, {
      'report.jrxml': definition('Typed', { pages: { class: 'java.lang.Integer' } }),
    })
    const dto = (await generated(context, made.id)) ?? {}
    const wish = (pages: unknown) => ({ reportTemplate: made.id, reportParameters: { pages } })
    mustComply(dto, wish(5).reportParameters)
    // What a class becomes in the schema is the target's own affair.
    if (complies(dto, wish(2.5).reportParameters)) throw nothingBreaks()
    await each(allEncodings, async (encoding) => {
      const lawful = taken(await builtSoon(context, encodings[encoding](wish(5))))
      refusal(await build(context, encodings[encoding](wish(2.5))), `a report of 2.5 pages as ${encoding}`, lawful)
    })
  },
)

check(
  reporting['parameters-refused'],
  'by-the-archive-in-place',
  { brokenBy: ['report-schema-stale'] },
  async (context) => {
    const made = await replacedTemplate(context)
    const now = { secondPlace: 'Ulm' }
    mustComply(made.dto, now)
    const lawful = taken(await builtSoon(context, encodings.json({ reportTemplate: made.id, reportParameters: now })))
    const [wrong] = breakingParameters(made.dto, now)
    if (!wrong) throw nothingBreaks()
    const answer = await built(context, { reportTemplate: made.id, reportParameters: wrong })
    refusal(answer, 'a report that the schema of the archive in place refuses', lawful)
  },
)

check(
  reporting['parameters-refused'],
  'of-other-callers',
  { brokenBy: ['report-schema-of-makers-only'] },
  async (context) => {
    const made = await rich(context)
    mustComply(made.dto, lawfulTexts)
    const callers = await servedAlike(context, (api) => build({ api }, encodings.json(richWish(made))))
    const [wrong] = breakingParameters(made.dto, lawfulTexts)
    if (!wrong) throw nothingBreaks()
    for (const { name, api, answer } of callers)
      refusal(
        await build({ api }, encodings.json(richWish(made, { reportParameters: wrong }))),
        `a report by ${name} whose parameters break the schema`,
        answer,
      )
  },
)

check(
  reporting['parameters-refused'],
  'at-the-shorter-address',
  { brokenBy: ['report-parameters-unchecked-at-the-shorter-address'] },
  async (context) => {
    const made = await rich(context)
    mustComply(made.dto, lawfulTexts)
    const lawful = taken(await builtSoon(context, encodings.json(richWish(made))))
    // Which of its two addresses a build has is read in either way (B-RPT-01).
    if (!(await isBuiltAtTheShorterAddress(context, encodings.json(richWish(made)))))
      throw new Unexercised('the shorter address answers otherwise than the longer one, or builds nothing')
    const [wrong] = breakingParameters(made.dto, lawfulTexts)
    if (!wrong) throw nothingBreaks()
    const broken = richWish(made, { reportParameters: wrong })
    await each(allEncodings, async (encoding) => {
      // What breaks the schema as JSON need not break it as the text of a form.
      if (encoding !== 'json' && Object.keys(wrong).length === Object.keys(lawfulTexts).length) return
      const answer = await context.api.reporting.build(encodings[encoding](broken), '')
      refusal(answer, 'a report at the shorter address whose parameters break the schema', lawful)
    })
  },
)
