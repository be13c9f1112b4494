import type { Answer } from '../../../src/clients/answer.ts'
import { check, keyOf, must, rely } from '../../../src/kit/index.ts'
import { data } from './requirements.ts'
import { call, mustBeAbsent, mustShow, read, stored, succeeded, whole } from '../steps.ts'

const force = { force: true } as const

/** The id that an answer tells of a created record: the body of a create is not shown. */
const idTold = (answer: Answer): unknown =>
  answer.record(keyOf(call))?.['id'] ?? answer.header('Location')?.split(/[?#]/)[0]?.split('/').at(-1)

check(
  data['generated-id'],
  'of-two-equal-requests',
  { brokenBy: ['equal-post-taken-for-a-retry'], effects: true },
  async (context) => {
    const named = await rely(data.create, async () => {
      const sent = whole(context, { id: context.fresh.id() })
      const answer = await context.api.data.create(call, sent)
      must.success(answer)
      mustShow('the created record', await read(context.api, String(sent['id'])), sent, ['subject'])
      return answer
    })
    // Where answers tell no id, records without a name of their own could not be removed.
    if (typeof idTold(named) !== 'string') return
    const { externalId: _, ...body } = whole(context)
    const first = await context.api.data.create(call, body)
    const second = await context.api.data.create(call, body)
    // No sentence says that a record needs no external id, or that two may have one content.
    const [one, other] = [first, second].map((answer) => (succeeded(answer) ? idTold(answer) : undefined))
    if (typeof one !== 'string' || typeof other !== 'string') return
    must.differ('id of the second of two records', other, one)
    for (const id of [one, other]) mustShow('a record of its own', await read(context.api, id), body, ['subject'])
  },
)

check(
  data['force-delete'],
  'again-of-a-record-made-anew',
  { brokenBy: ['second-deletion-of-an-id-taken-for-a-retry'], effects: true },
  async (context) => {
    const { id, externalId } = await stored(context)
    const remove = () => context.api.data.remove(call, id, undefined, force)
    must.status(await remove(), 200)
    // Whether the id of a deleted record can be used again is not stated.
    const made = await context.api.data.put(call, id, whole(context, { externalId }))
    if (!succeeded(made)) return must.refused4xx(made)
    await rely(data['replace-creates'], async () => must.present('the record', await read(context.api, id), made))
    must.status(await remove(), 200)
    await mustBeAbsent(context.api, { id })
  },
)
