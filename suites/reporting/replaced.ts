import { must, rely, type Context } from '../../src/kit/index.ts'
import type { Dto } from '../../src/clients/answer.ts'
import { madeOnce } from '../data/made-once.ts'
import { definition, text, translations, type Files } from './archive.ts'
import { reporting } from './requirements.ts'
import { generated, generatedFields, replaced, template, type ReadTemplate, type Template } from './template.ts'

/** The record once it shows that another archive is in place, in what that is of other languages and parameters too, or as it stands after the longest wait. */
export const regenerated = (context: Context, { id }: Template, before: Dto): Promise<Dto> =>
  rely(reporting.template, async () => {
    // No sentence says that they are generated at one time.
    const isOther = (dto: Dto) =>
      generatedFields.every((name) => dto[name] != null) &&
      (['languages', 'paramatersSchema'] as const).every(
        (name) => JSON.stringify(dto[name]) !== JSON.stringify(before[name]),
      )
    const dto = await generated(context, id, isOther)
    must.sameId('id of the template', dto?.['id'], id)
    return dto ?? {}
  })

export const firstFiles: Files = {
  'report.jrxml': definition('First', { firstPlace: text }),
  'translations_de.properties': translations('Erstes'),
  'translations_fr.properties': translations('Premier'),
}
export const secondFiles: Files = {
  'report.jrxml': definition('Second', { secondPlace: text }),
  'translations_de_AT.properties': translations('Zweites'),
}

/** A template with an archive in place of an earlier one, and its fields with each. */
export const replacedTemplate: (context: Context) => Promise<ReadTemplate & { readonly before: Dto }> = madeOnce(
  async (context) => {
    const first = await template(context, firstFiles)
    const before = (await generated(context, first.id)) ?? {}
    const second = await replaced(context, first, secondFiles)
    return { ...second, before, dto: await regenerated(context, second, before) }
  },
)
