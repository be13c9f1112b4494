import { check, each, must, Unexercised } from '../../src/kit/index.ts'
import { echoIn } from './echo.ts'
import { reporting } from './requirements.ts'
import { complies, mustComply } from './schema.ts'
import { replacedTemplate } from './replaced.ts'
import { build, builtSoon, isBuiltAtTheShorterAddress, lawfulTexts, parameterless, rich, richWish } from './template.ts'
import { allEncodings, encodings, jsonWithCharset } from './wish.ts'
import { mustBeReported } from './served.ts'

const optional = { reportLanguage: 'de', reportTimeZone: 'Europe/Berlin', reportType: 'PDF' }
const choices = [
  ['reportLanguage'],
  ['reportTimeZone'],
  ['reportType'],
  ['reportLanguage', 'reportTimeZone'],
  ['reportLanguage', 'reportType'],
  ['reportTimeZone', 'reportType'],
]

const broken = {
  json: ['report-missing', 'report-type-due', 'report-time-zone-due-with-type', 'report-parameters-due'],
  multipart: [
    'report-multipart-refused',
    'report-multipart-last-parameter-only',
    'report-language-due-in-forms',
    'report-form-key-lowered',
    'report-form-lone-parameter-lost',
    'gaps-report-forms-at-the-longer-address-only',
  ],
  form: [
    'report-form-refused',
    'report-form-one-parameter',
    'report-form-key-lowered',
    'report-form-lone-parameter-lost',
    'gaps-report-forms-at-the-longer-address-only',
  ],
} as const

for (const encoding of ['json', 'multipart', 'form'] as const)
  check(reporting.build, encoding, { brokenBy: broken[encoding] }, async (context) => {
    const made = await rich(context)
    mustComply(made.dto, lawfulTexts)
    const encoded = encodings[encoding]
    mustBeReported(await builtSoon(context, encoded(richWish(made))))
    const least = { reportTemplate: made.id, reportParameters: lawfulTexts }
    mustBeReported(await build(context, encoding === 'json' ? jsonWithCharset(least) : encoded(least)))
    // Each of the optional fields may be there or not, whichever others are.
    await each(choices, (names) => {
      const chosen = Object.fromEntries(Object.entries(optional).filter(([name]) => names.includes(name)))
      return build(context, encoded({ ...least, ...chosen })).then((answer) => mustBeReported(answer))
    })
    const plain = await parameterless(context)
    if (complies(plain.dto, {})) mustBeReported(await builtSoon(context, encoded({ reportTemplate: plain.id })))
    if (encoding === 'json') return
    // The shorter address, where it builds at all (B-RPT-01), takes the same bodies.
    if (await isBuiltAtTheShorterAddress(context, encodings.json(richWish(made))))
      mustBeReported(await context.api.reporting.build(encoded(richWish(made)), ''))
    const lone = await replacedTemplate(context)
    const reportParameters = { secondPlace: 'Ulm' }
    mustComply(lone.dto, reportParameters)
    mustBeReported(await builtSoon(context, encoded({ reportTemplate: lone.id, reportParameters })))
  })

check(
  reporting.build,
  'each-optional-field-by-itself',
  {
    brokenBy: ['report-time-zone-is-utc-without-a-language', 'report-language-lost-without-a-time-zone'],
  },
  async (context) => {
    const made = await rich(context)
    mustComply(made.dto, lawfulTexts)
    const least = { reportTemplate: made.id, reportParameters: lawfulTexts }
    let isEchoed = false
    for (const encoding of allEncodings) {
      const whole = await builtSoon(context, encodings[encoding]({ ...least, ...optional }))
      mustBeReported(whole)
      // How an echo writes a value is not shown (B-RPT-03): it does not depend on which others are sent.
      const echo = echoIn(whole) ?? {}
      await each(Object.entries(optional), async ([name, value]) => {
        const alone = await build(context, encodings[encoding]({ ...least, [name]: value }))
        mustBeReported(alone)
        if (echo[name] === undefined) return
        isEchoed = true
        must.equal(`${name} in the echo of a build as ${encoding} with no other`, echoIn(alone)?.[name], echo[name])
      })
    }
    if (!isEchoed) throw new Unexercised('a build is answered with no fields of the request')
  },
)

check(
  reporting.build,
  'time-zones-of-every-form',
  {
    sampled: true,
    brokenBy: [
      'report-time-zones-of-three-parts-refused',
      'report-time-zones-of-two-words',
      'report-time-zones-of-areas-only',
    ],
  },
  async (context) => {
    const made = await rich(context)
    mustComply(made.dto, lawfulTexts)
    const least = { reportTemplate: made.id, reportParameters: lawfulTexts }
    for (const encoding of ['json', 'multipart', 'form'] as const)
      await each(
        ['UTC', 'Etc/GMT+1', 'America/Port-au-Prince', 'America/Argentina/Buenos_Aires', 'America/Indiana/Knox'],
        async (reportTimeZone) =>
          mustBeReported(await build(context, encodings[encoding]({ ...least, reportTimeZone }))),
      )
  },
)

check(
  reporting.query,
  'build-and-download',
  { brokenBy: ['report-identifier-due', 'report-query-refused', 'report-query-refused-on-download'] },
  async (context) => {
    const made = await rich(context)
    mustComply(made.dto, lawfulTexts)
    await each([{ clientIdentifier: context.fresh.tag }, { clientIdentifier: undefined }], async (query) => {
      mustBeReported(await build(context, encodings.json(richWish(made)), { query }))
      mustBeReported(await context.api.reporting.download({ reportTemplate: made.id }, { query }))
    })
  },
)
