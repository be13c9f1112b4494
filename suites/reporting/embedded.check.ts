import { Blocked, check, each, must, Unexercised, type Context } from '../../src/kit/index.ts'
import { definition, packed } from './archive.ts'
import { filesIn } from './files-in.ts'
import { reporting } from './requirements.ts'
import { attach, build, generated, templateResource } from './template.ts'
import { whole } from '../data/steps.ts'
import { allEncodings, encodings } from './wish.ts'
import { inTheEnd, mustBeReported } from './served.ts'

const embeddedName = ({ target }: Context): string => {
  const name = target.fixtures.reporting?.embedded
  if (name === undefined) throw new Blocked('set fixtures.reporting.embedded in the target file')
  return name
}

check(
  reporting.embedded,
  'by-name',
  {
    brokenBy: ['report-embedded-not-built', 'report-embedded-not-downloaded', 'report-form-template-lowered'],
  },
  async (context) => {
    const reportTemplate = embeddedName(context)
    const answer = await inTheEnd(context, await context.api.reporting.download({ reportTemplate }))
    mustBeReported(answer)
    must.some('file of the embedded template', Object.keys(filesIn(answer)), answer)
    // Parameters must comply with the schema of the template (B-RPT-04), which only its operator knows of an embedded one.
    const reportParameters = context.target.fixtures.reporting?.embeddedParameters
    await each(allEncodings, async (encoding) => {
      const built = await build(
        context,
        encodings[encoding]({ reportTemplate, ...(reportParameters ? { reportParameters } : {}) }),
      )
      if (!reportParameters && built.status >= 400 && built.status < 500)
        throw new Unexercised('the embedded template may need parameters: set fixtures.reporting.embeddedParameters')
      mustBeReported(built)
    })
  },
)

check(
  reporting.embedded,
  'namesake-of-a-client',
  {
    needs: ['writes', 'attachments', 'report-templates'],
    brokenBy: ['report-client-name-first'],
    effects: true,
  },
  async (context) => {
    const name = embeddedName(context)
    const mark = context.fresh.text()
    const id = context.fresh.id()
    // A target may refuse the name: then there is nothing that could stand in the way.
    await context.api.data.create(templateResource, whole(context, { id, name }, templateResource))
    await attach(context, id, packed({ 'report.jrxml': definition(mark, {}) }))
    await generated(context, id)
    const answer = await inTheEnd(context, await context.api.reporting.download({ reportTemplate: name }))
    mustBeReported(answer)
    const files = Object.values(filesIn(answer))
    must.some('file of the embedded template', files, answer)
    must.hold(
      'the files that the platform provides',
      !files.some((bytes) => Buffer.from(bytes).includes(mark)),
      'those of a template that a client made with the same name',
    )
  },
)
