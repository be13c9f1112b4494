import { check, eventually, isObjection, matchers, must, Unexercised } from '../../src/kit/index.ts'
import { definition } from './archive.ts'
import { mustDeliver } from './deliver.ts'
import { echoIn } from './echo.ts'
import { fileNamed, filesIn } from './files-in.ts'
import { firstFiles, regenerated, replacedTemplate, secondFiles } from './replaced.ts'
import { reporting } from './requirements.ts'
import { complies, mustComply } from './schema.ts'
import { build, built, builtSoon, generated, lawfulTexts, parameterless, replaced, rich, template } from './template.ts'
import { encodings } from './wish.ts'
import { inTheEnd, mustBeReported } from './served.ts'

check(
  reporting.build,
  'nothing-of-the-one-before',
  {
    // What others build meanwhile would be the one before.
    alone: true,
    brokenBy: [
      'report-language-of-the-build-before',
      'report-language-of-the-last-build-with-one',
      'report-type-of-the-last-build-with-one',
      'report-parameters-of-the-last-build-with-some',
    ],
  },
  async (context) => {
    const made = await rich(context)
    mustComply(made.dto, lawfulTexts)
    const least = { reportTemplate: made.id, reportParameters: lawfulTexts }
    const bare = await parameterless(context)
    const echoOfTheBare = async () => {
      if (!complies(bare.dto, {})) return undefined
      const answer = await builtSoon(context, encodings.json({ reportTemplate: bare.id }))
      mustBeReported(answer)
      return echoIn(answer)
    }
    const before = await echoOfTheBare()
    const first = await built(context, least)
    mustBeReported(first)
    // Which values stand in for what is not sent is not shown; those of another build do not.
    const { reportLanguage: language, reportTimeZone: zone, reportType: type } = echoIn(first) ?? {}
    const types = Array.isArray(made.dto['types']) ? (made.dto['types'] as readonly unknown[]) : []
    const other = {
      // Two that the template has: that any other is built is not said.
      reportLanguage: language === 'fr' ? 'de' : 'fr',
      reportTimeZone: zone === 'Asia/Tokyo' ? 'Asia/Seoul' : 'Asia/Tokyo',
      reportType: types.find((one) => typeof one === 'string' && one !== type) ?? 'PDF',
      reportParameters: { checklistInstanceId: 'C-18', placeName: 'Ulm' },
    }
    mustComply(made.dto, other.reportParameters)
    const answer = await built(context, { ...least, ...other })
    // Nor is it said that a template is built in each of its types.
    mustBeReported(isObjection(answer) ? await built(context, { ...least, ...other, reportType: 'PDF' }) : answer)
    must.equal('echo of a build without parameters before and after one with some', await echoOfTheBare(), before)
    const second = await built(context, least)
    mustBeReported(second)
    must.equal('echo of the same build before and after another one', echoIn(second), echoIn(first))
    if (!echoIn(first)) throw new Unexercised('a build is answered with no fields of the request')
  },
)

/** A value of an echo, be it the value itself or a text of it. */
const valueIn = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? '') as unknown
  } catch {
    return text
  }
}

check(
  reporting.build,
  'parameters-within-parameters',
  { brokenBy: ['report-nested-parameters-in-words', 'report-lists-of-one-are-that-one'] },
  async (context) => {
    const declared = await template(context, {
      'report.jrxml': definition('Nested', {
        details: { class: 'java.util.Map' },
        rooms: { class: 'java.util.List', nestedType: 'java.lang.Integer' },
      }),
    })
    const dto = (await generated(context, declared.id)) ?? {}
    must.sameId('id of the template', dto['id'], declared.id)
    const several = { details: { floor: { rooms: 2 }, keys: ['a', 'b'] }, rooms: [1, 2] }
    const lone = { details: { floor: { rooms: [2] }, keys: ['a'] }, rooms: [1] }
    // What a class becomes in the schema is the target's own affair; it may take what was not declared.
    const made = [{ ...declared, dto }, await parameterless(context)].find((one) =>
      [several, lone].every((parameters) => complies(one.dto, parameters)),
    )
    if (!made) throw new Unexercised('the schema of the template refuses parameters within parameters')
    let isEchoed = false
    for (const reportParameters of [several, lone]) {
      const answer = await builtSoon(context, encodings.json({ reportTemplate: made.id, reportParameters }))
      mustBeReported(answer)
      const echo = echoIn(answer) ?? {}
      for (const [name, value] of Object.entries(reportParameters)) {
        if (!(`reportParameters.${name}` in echo)) continue
        isEchoed = true
        must.equal(`${name} in the echo`, valueIn(echo[`reportParameters.${name}`]), value)
      }
    }
    if (!isEchoed) throw new Unexercised('a build is answered with none of its parameters')
  },
)

check(
  reporting['same-outcome'],
  'of-one-template-after-another',
  { brokenBy: ['report-form-by-the-schema-before'] },
  async (context) => {
    const [one, other] = [await rich(context), await replacedTemplate(context)]
    const second = { secondPlace: 'Ulm' }
    mustComply(one.dto, lawfulTexts)
    mustComply(other.dto, second)
    const wishes = [
      { reportTemplate: one.id, reportParameters: lawfulTexts },
      { reportTemplate: other.id, reportParameters: second },
    ]
    for (const encoding of ['form', 'multipart'] as const)
      for (const [at, wish] of wishes.entries()) {
        mustBeReported(await builtSoon(context, encodings.json(wishes[1 - at] ?? {})))
        mustBeReported(await build(context, encodings[encoding](wish)))
      }
  },
)

check(
  reporting.download,
  'another-archive-after-a-download',
  {
    brokenBy: ['report-download-kept', 'report-download-first-archive', 'report-download-of-a-deleted-archive'],
    effects: true,
  },
  async (context) => {
    const first = await template(context, firstFiles)
    const before = (await generated(context, first.id)) ?? {}
    await mustDeliver(context, first.id, firstFiles)
    const second = await replaced(context, first, secondFiles)
    await regenerated(context, second, before)
    await mustDeliver(context, second.id, secondFiles)
    const gone = await context.api.data.remove('Attachment', second.attachment, undefined, { force: true })
    if (gone.status >= 300) return
    // What the download of a template without an archive is answered with is not shown (B-RPT-14); the deleted one is not in it.
    await eventually(
      context,
      async () => inTheEnd(context, await context.api.reporting.download({ reportTemplate: second.id })),
      (answer) => {
        const main = answer.status < 300 ? fileNamed(filesIn(answer), 'report.jrxml') : undefined
        const isOld = main !== undefined && Buffer.from(main).equals(Buffer.from(secondFiles['report.jrxml'] ?? ''))
        return matchers.hold('no report.jrxml of an archive that was deleted', !isOld, `status ${answer.status}`)
      },
      { within: Math.max(10_000, context.target.fixtures.reporting?.waitMs ?? 0) },
    )
  },
)
