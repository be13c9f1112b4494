import type { Answer } from '../../../src/clients/answer.ts'
import { check, must, type Context } from '../../../src/kit/index.ts'
import { otherUser } from '../other-user.ts'
import { call, read, refOf, routes, stored, succeeded, whole, words } from '../steps.ts'
import { data } from './requirements.ts'
import { writersOf } from './writers.ts'

type Named = Readonly<Record<'lastChangedBy', unknown>>

async function posted(context: Context, named: Named) {
  const { data: api } = await otherUser(context)
  const body = whole(context, { id: context.fresh.id(), ...named })
  return { id: String(body['id']), answer: await api.create(call, body) }
}

check(
  data['last-changed-by'],
  'whatever-writer-the-body-names',
  {
    brokenBy: [
      'post-stores-the-last-changed-by-that-was-sent',
      'put-stores-the-last-changed-by-that-was-sent',
      'patch-stores-the-last-changed-by-that-was-sent',
      'writer-that-was-sent-stored-by-external-id',
    ],
    needs: ['sync-base-10', 'other-user'],
    effects: true,
  },
  async (context) => {
    const { first, second } = await writersOf(context)
    const named = { lastChangedBy: first }
    const { data: api } = await otherUser(context)
    const mustBeOfTheOther = async (way: string, id: string, answer: Answer): Promise<void> => {
      // That a body may name a writer is not stated.
      if (!succeeded(answer)) return must.refused4xx(answer)
      const now = await read(context.api, id)
      must.equal(`lastChangedBy after a ${way} of the other user that names the first`, now?.['lastChangedBy'], second)
    }
    const { id, answer } = await posted(context, named)
    await mustBeOfTheOther('POST', id, answer)
    for (const route of routes)
      for (const method of ['put', 'patch'] as const) {
        const record = await stored(context)
        const body = { ...whole(context, { externalId: record.externalId }), ...named }
        const change = method === 'put' ? body : { subject: context.fresh.text(), ...named }
        const answered = await api[method](call, refOf(record, route), change, { force: true })
        await mustBeOfTheOther(`${method.toUpperCase()} ${words(route)}`, record.id, answered)
      }
  },
)
