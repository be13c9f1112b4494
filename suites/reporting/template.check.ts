import { check, must, Unexercised, type Context } from '../../src/kit/index.ts'
import type { Dto } from '../../src/clients/answer.ts'
import { read, whole } from '../data/steps.ts'
import { definition, packed, streamed, text, translations, type Files, type Parameters } from './archive.ts'
import { mustDeliver } from './deliver.ts'
import { firstFiles, replacedTemplate } from './replaced.ts'
import { reporting } from './requirements.ts'
import { schemaIn } from './schema.ts'
import {
  attach,
  bareTemplate,
  generated,
  generatedFields,
  rich,
  template,
  templateResource,
  twoTexts,
  type Template,
} from './template.ts'

/** The record as this check reads it. */
async function readNow({ api }: Context, { id }: Template): Promise<Dto> {
  const dto = await read(api, id, templateResource)
  must.sameId('id of the template', dto?.['id'], id)
  return dto ?? {}
}

check(
  reporting.template,
  'generated-fields',
  { brokenBy: ['report-schema-spelled-right', 'report-languages-missing', 'report-types-missing'], effects: true },
  async (context) => {
    const dto = await readNow(context, await rich(context))
    for (const name of generatedFields) must.hold(`${name} of the template`, dto[name] != null, dto)
    must.hold('paramatersSchema, a JSON schema', schemaIn(dto) !== undefined, dto['paramatersSchema'])
  },
)

const isNamed = (code: string, { languages }: Dto): boolean =>
  new RegExp(`(?:^|[^a-z])${code}(?:[^a-z]|$)`, 'i').test(JSON.stringify(languages))

check(
  reporting.template,
  'languages-of-the-archive',
  {
    brokenBy: [
      'report-generated-once',
      'report-first-language-only',
      'report-languages-fixed',
      'report-languages-only-grow',
      'report-languages-without-countries',
    ],
    effects: true,
  },
  async (context) => {
    // In which form languages are shown is not said, nor which files make them. Where they are named by their codes, they are those of the translations.
    const made = await replacedTemplate(context)
    const { before } = made
    const dto = await readNow(context, made)
    must.present('languages of the template', before['languages'])
    must.hold('German, and so French, too', !isNamed('de', before) || isNamed('fr', before), before['languages'])
    must.hold('no French without a French translation', !isNamed('fr', before) || !isNamed('fr', dto), dto['languages'])
    must.hold('German, that of Austria', !isNamed('de', before) || isNamed('de', dto), dto['languages'])
    if (!isNamed('fr', before))
      throw new Unexercised('languages does not name those of the translations by their codes')
  },
)

const mustBeThere = (dto: Dto): void =>
  must.hold('paramatersSchema of the template', dto['paramatersSchema'] != null, dto)

const mentions = (dto: Dto, name: string): boolean => JSON.stringify(dto['paramatersSchema'] ?? '').includes(name)

check(
  reporting.template,
  'schema-of-the-archive',
  { brokenBy: ['report-generated-once', 'report-first-definition-wins'], effects: true },
  async (context) => {
    // What a schema is made of is not said. Where it names parameters, they are those of the main definition in place.
    const [main] = Object.keys(twoTexts)
    const first = await readNow(context, await rich(context))
    mustBeThere(first)
    must.hold(
      'a schema of report.jrxml, not of its sub-report',
      !mentions(first, 'detailTitle') || mentions(first, main ?? ''),
      first['paramatersSchema'],
    )
    const made = await replacedTemplate(context)
    const { before } = made
    const dto = await readNow(context, made)
    mustBeThere(dto)
    must.hold(
      'a schema of the archive that is attached now',
      !mentions(before, 'firstPlace') || !mentions(dto, 'firstPlace') || mentions(dto, 'secondPlace'),
      dto['paramatersSchema'],
    )
    if (!mentions(before, 'firstPlace'))
      throw new Unexercised('the schema of a template does not name the parameters of its definition')
  },
)

const places: Parameters = { westPlace: text, eastPlace: text, northPlace: text }

/** Prints those that a definition does not print by itself: a schema may be one of what is used. */
const printed = Object.keys(places)
  .slice(1)
  .map(
    (name, at) => `
      <textField>
        <reportElement x="${at * 200}" y="30" width="200" height="30"/>
        <textFieldExpression><![CDATA[$P{${name}}]]></textFieldExpression>
      </textField>`,
  )
  .join('')

check(
  reporting.template,
  'schema-of-every-parameter',
  { brokenBy: ['report-schema-without-the-last-parameter'], effects: true },
  async (context) => {
    const names = Object.keys(places)
    const { id } = await template(context, { 'report.jrxml': definition('Places', places, printed) })
    const dto = (await generated(context, id, (one) => names.every((name) => mentions(one, name)))) ?? {}
    must.sameId('id of the template', dto['id'], id)
    mustBeThere(dto)
    const named = names.filter((name) => mentions(dto, name))
    if (named.length === 0)
      throw new Unexercised('the schema of a template does not name the parameters of its definition')
    // What a schema is made of is not said: these parameters differ in nothing but their names.
    must.equal('parameters of the definition that its schema names', named, names)
  },
)

check(
  reporting.template,
  'not-what-a-caller-writes',
  { brokenBy: ['report-generated-from-sender', 'report-generated-lost-by-a-patch'], effects: true },
  async (context) => {
    const made = await template(context, firstFiles)
    const dto = (await generated(context, made.id)) ?? {}
    must.sameId('id of the template', dto['id'], made.id)
    mustBeThere(dto)
    const named = { externalId: context.fresh.externalId() }
    const patched = await context.api.data.patch(templateResource, made.id, named, { force: true })
    if (patched.status >= 300) must.noServerError(patched)
    else mustBeThere((await generated(context, made.id)) ?? {})
    const name = 'firstPlace'
    if (!mentions(dto, name))
      throw new Unexercised('the schema of a template does not name the parameters of its definition')
    // Whether a caller may write what was generated is not said: written before there is an archive, it is generated all the same.
    const paramatersSchema = typeof dto['paramatersSchema'] === 'string' ? '{}' : {}
    const body = whole(context, { id: context.fresh.id(), paramatersSchema }, templateResource)
    const answer = await context.api.data.create(templateResource, body)
    if (answer.status >= 300) return must.refused4xx(answer)
    const id = String(body['id'])
    must.success(await attach(context, id, packed(firstFiles)))
    const later = (await generated(context, id, (one) => mentions(one, name))) ?? {}
    must.hold('a schema of the archive, not of the sender', mentions(later, name), later['paramatersSchema'])
  },
)

check(
  reporting.template,
  'archive-written-in-one-go',
  { brokenBy: ['report-streamed-archive-not-read'], effects: true },
  async (context) => {
    const made = await replacedTemplate(context)
    mustBeThere(await readNow(context, made))
    // The same kind of files, packed by a tool that learns their sizes only at their end.
    const id = await bareTemplate(context)
    must.success(await attach(context, id, streamed(firstFiles)))
    const dto = (await generated(context, id)) ?? {}
    must.sameId('id of the template', dto['id'], id)
    mustBeThere(dto)
  },
)

const freeNames: Files = {
  'header.xml': definition('Header', {}),
  'report_footer.jrxml': definition('Footer', {}),
  'parts/sub_x.jrxml': definition('Sub', {}),
  'parts/more/labels.properties': translations('Labels'),
  'report.jrxml': definition('Free', {}),
}

check(
  reporting.template,
  'sub-reports-of-any-name',
  { brokenBy: ['report-sub-reports-forced', 'report-folders-lost'], effects: true },
  async (context) => {
    const id = await bareTemplate(context)
    must.success(await attach(context, id, packed(freeNames)))
    await generated(context, id)
    await mustDeliver(context, id, freeNames)
  },
)
