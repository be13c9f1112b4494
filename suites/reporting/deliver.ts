import type { Answer } from '../../src/clients/answer.ts'
import { each, eventually, isObjection, matchers, must, type Context } from '../../src/kit/index.ts'
import type { Files } from './archive.ts'
import { fileNamed, filesIn } from './files-in.ts'
import { inTheEnd, mustBeReported } from './served.ts'

/** The download of a template delivers each of these files, byte for byte; how soon after its archive was attached is not stated (B-RPT-14). */
export async function mustDeliver(context: Context, template: string, files: Files): Promise<void> {
  const answer = await eventually(
    context,
    async () => inTheEnd(context, await context.api.reporting.download({ reportTemplate: template })),
    (one) => (isObjection(one) ? matchers.success(one) : undefined),
    { within: context.target.fixtures.reporting?.waitMs ?? 3000 },
  )
  mustBeReported(answer)
  await mustHoldFiles(answer, files)
}

/** The answer to a download holds each of these files, byte for byte. */
export async function mustHoldFiles(answer: Answer, files: Files): Promise<void> {
  const delivered = filesIn(answer)
  await each(Object.entries(files), ([name, bytes]) => {
    const found = fileNamed(delivered, name)
    must.hold(
      `${name} with its ${bytes.length} bytes`,
      found !== undefined && Buffer.from(found).equals(Buffer.from(bytes)),
      found ? `${found.length} bytes${found.length === bytes.length ? ', others' : ''}` : 'no such file',
    )
  })
}
