import { isDeepStrictEqual } from 'node:util'
import { isObjection, must, rely, type Context } from '../../src/kit/index.ts'
import type { Answer, Dto } from '../../src/clients/answer.ts'
import type { CallOptions } from '../../src/clients/call.ts'
import type { ReportBody } from '../../src/clients/reporting.ts'
import { lagOf } from '../../src/target/visibility.ts'
import { attachmentResource, attached, bodyOf } from '../data/attachment/steps.ts'
import { madeOnce } from '../data/made-once.ts'
import { read, whole } from '../data/steps.ts'
import { definition, image, packed, text, translations, type Files, type Parameters } from './archive.ts'
import { reporting } from './requirements.ts'
import { encodings, type Wish } from './wish.ts'

export const templateResource = 'ReportTemplate'

export interface Template {
  readonly id: string
  readonly files: Files
  readonly attachment: string
}

/** Fields of an attachment that belongs to a template; its name its own, as one that is replaced may have taken its name for a while. */
function belonging(
  { fresh, target }: Context,
  owner: string,
  name = `report-${fresh.externalId()}.zip`,
): Record<string, unknown> {
  const { objectReference, attachment, reporting: facts } = target.fixtures
  const { field = 'object', id = 'objectId', type = 'objectType' } = objectReference ?? {}
  return {
    [field]: { [id]: owner, [type]: facts?.objectType },
    ...(attachment ? { [attachment.name]: name } : {}),
  }
}

/** A ReportTemplate record without an archive. */
export const bareTemplate = (context: Context, more: Dto = {}): Promise<string> =>
  rely(reporting.template, async () => {
    const body = whole(context, { id: context.fresh.id(), ...more }, templateResource)
    must.success(await context.api.data.create(templateResource, body))
    return String(body['id'])
  })

/** Attaches an archive, of whatever kind, to a template. */
export const attach = (context: Context, owner: string, zip: Buffer, name?: string): Promise<Answer> =>
  context.api.data.create(attachmentResource, bodyOf(context, zip, belonging(context, owner, name)))

/** Fields of a template that are generated from its archive (B-RPT-07). */
export const generatedFields = ['languages', 'paramatersSchema', 'types'] as const

/** The record, once its fields have been generated; as it stands if that takes longer than the target file allows. */
export async function generated(
  context: Context,
  id: string,
  isDone: (dto: Dto) => boolean = (dto) => generatedFields.every((name) => dto[name] != null),
): Promise<Dto | undefined> {
  const within = context.target.fixtures.reporting?.waitMs ?? 3000
  for (let waited = 0, pause = 100; ; waited += pause, pause *= 2) {
    const dto = await read(context.api, id, templateResource)
    if ((dto && isDone(dto)) || waited >= within) return dto
    await context.wait(pause)
  }
}

/** A template of these files. */
export async function template(context: Context, files: Files, more?: Dto): Promise<Template> {
  const id = await bareTemplate(context, more)
  const { id: attachment } = await attached(context, packed(files), belonging(context, id))
  return { id, files, attachment }
}

/** The same template with another archive in place of its own. */
export async function replaced(context: Context, { id, attachment }: Template, files: Files): Promise<Template> {
  await rely(reporting.template, async () => {
    must.success(await context.api.data.remove(attachmentResource, attachment, undefined, { force: true }))
  })
  const { id: other } = await attached(context, packed(files), belonging(context, id))
  return { id, files, attachment: other }
}

/** Two texts that a build must bring. */
export const twoTexts: Parameters = { checklistInstanceId: text, placeName: text }
export const lawfulTexts = { checklistInstanceId: 'C-17', placeName: 'Zürich' }

/** Files of every kind that an archive may hold. */
export const richFiles: Files = {
  'report_details.jrxml': definition('Details', { detailTitle: text }),
  'report.jrxml': definition('Main', twoTexts),
  'translations.properties': translations('Inspection'),
  'translations_de.properties': translations('Pr\\u00fcfung'),
  'translations_de_CH.properties': translations('Kontrolle'),
  'translations_fr.properties': translations('Contr\\u00f4le'),
  'logo.png': image,
}

export interface ReadTemplate extends Template {
  readonly dto: Dto
}

/** A template with all of them, made once. */
export const rich: (context: Context) => Promise<ReadTemplate> = madeOnce(async (context) => {
  const made = await template(context, richFiles)
  const dto = await rely(reporting.template, async () => {
    const found = await generated(context, made.id)
    must.sameId('id of the template', found?.['id'], made.id)
    return found ?? {}
  })
  // What a build comes to is for checks to say.
  await builtSoon(context, encodings.json(richWish(made)))
  return { ...made, dto }
})

/** A template whose definition declares no parameter, made once. */
export const parameterless: (context: Context) => Promise<ReadTemplate> = madeOnce(async (context) => {
  const made = await template(context, { 'report.jrxml': definition('Plain', {}) })
  return { ...made, dto: (await generated(context, made.id)) ?? {} }
})

/** A build at whichever of the two addresses the target has (B-RPT-01). */
export async function build({ api }: Pick<Context, 'api'>, body: ReportBody, options?: CallOptions): Promise<Answer> {
  const answer = await api.reporting.build(body, '/build', options)
  if (![404, 405, 501].includes(answer.status)) return answer
  const other = await api.reporting.build(body, '', options)
  return [404, 405, 501].includes(other.status) ? answer : other
}

/** A lawful build of a template that was just made: how soon after its archive was attached one is taken is not stated (B-RPT-14). */
export async function builtSoon(context: Context, body: ReportBody): Promise<Answer> {
  const patience = lagOf(context.target, context.target.fixtures.reporting?.waitMs ?? 3000)
  let answer = await build(context, body)
  for (let [waited, pause] = [0, 200]; isObjection(answer) && waited < patience; waited += pause, pause *= 2) {
    await context.wait(pause)
    answer = await build(context, body)
  }
  return answer
}

/**
 * Whether a report is built at the shorter address, too (B-RPT-01). A refusal may be told with 200 (B-RPT-14), so only an answer that is the
 * one of the longer address shows it.
 */
export async function isBuiltAtTheShorterAddress({ api }: Pick<Context, 'api'>, body: ReportBody): Promise<boolean> {
  const [short, long] = [await api.reporting.build(body, ''), await api.reporting.build(body, '/build')]
  const isSame = short.text === long.text || (short.json !== undefined && isDeepStrictEqual(short.json, long.json))
  return isSame && [short, long].every(({ status }) => status >= 200 && status < 300)
}

export const built = (context: Context, wish: Wish): Promise<Answer> => build(context, encodings.json(wish))

/** A lawful wish for the rich template. */
export const richWish = ({ id }: Pick<Template, 'id'>, more: Wish = {}): Wish => ({
  reportTemplate: id,
  reportLanguage: 'de',
  reportParameters: lawfulTexts,
  reportTimeZone: 'Europe/Berlin',
  reportType: 'PDF',
  ...more,
})
