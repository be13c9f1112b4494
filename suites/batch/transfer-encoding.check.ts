import { check } from '../../src/kit/index.ts'
import { mustShow, storedIfTaken } from '../data/steps.ts'
import { batch } from './requirements.ts'
import { creating, mustAllSucceed, read, send, well } from './steps.ts'

check(
  batch['part-headers'],
  'transfer-encodings-that-nothing-is-in',
  { brokenBy: ['transfer-encoding-of-a-part-is-obeyed'], effects: true },
  async (context) => {
    // Ignored, as all part headers are: what is in the part stays as it was sent.
    const all = ['quoted-printable', 'base64', '7bit'].map((coding) => {
      const subject = `${context.fresh.text()} x=41y`
      return { coding, subject, made: creating(context, { subject }) }
    })
    const requests = all.map(({ coding, made }) => ({
      ...made.request,
      partHeaders: [['Content-Transfer-Encoding', coding] as const],
    }))
    const answer = await send(context, requests)
    // Which signs a subject may have is not stated: what is refused alone as well is not judged.
    if (!well(answer.parts[0]) && !(await storedIfTaken(context, { subject: `${context.fresh.text()} x=41y` }))) return
    mustAllSucceed(answer, all.length)
    for (const { coding, made, subject } of all)
      mustShow(`the record of a part marked ${coding}`, await read(context.api, made.id), { subject })
  },
)

check(
  batch['part-headers'],
  'length-of-the-body-alone',
  { brokenBy: ['length-among-part-headers-obeyed'], effects: true },
  async (context) => {
    const subject = context.fresh.text()
    const made = creating(context, { subject })
    const length = String(Buffer.byteLength(made.request.body ?? ''))
    const answer = await send(context, [{ ...made.request, partHeaders: [['Content-Length', length]] }])
    mustAllSucceed(answer, 1)
    mustShow('the record of a part marked as shorter', await read(context.api, made.id), { subject })
  },
)
