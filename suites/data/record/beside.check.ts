import { momentOf } from '../../../src/exchange/moment.ts'
import { check, must, plainId, rely, show, Unexercised } from '../../../src/kit/index.ts'
import { isComputed } from '../computed.ts'
import { call, nameField, read, stored, storedIfTaken, succeeded } from '../steps.ts'
import { otherUser } from '../other-user.ts'
import { pairOf } from './related.ts'
import { data } from './requirements.ts'

const force = { force: true } as const

check(
  data['last-changed-by'],
  'of-the-user-of-a-patch-of-the-external-id',
  {
    needs: ['sync-base-10', 'other-user'],
    brokenBy: ['external-id-alone-keeps-last-changed-by', 'last-changed-by-kept-on-patch'],
    effects: true,
  },
  async (context) => {
    const other = await otherUser(context)
    // That an external id may be changed to another one is not stated, nor that a record needs none.
    const record = await storedIfTaken(context, { externalId: null })
    if (!record) return
    const write = async (body: Readonly<Record<string, unknown>>) => {
      await rely(data['partial-update'], async () =>
        must.status(await other.data.patch(call, record.id, body, force), 201),
      )
      return (await read(context.api, record.id))?.['lastChangedBy']
    }
    const byName = await write({ externalId: context.fresh.externalId() })
    const byText = await write({ [nameField(call)]: context.fresh.text() })
    must.be('lastChangedBy', byText, 'a text')
    must.differ('lastChangedBy after a PATCH of another user', byText, record.dto['lastChangedBy'])
    must.equal('lastChangedBy after a PATCH of nothing but externalId by the same user', byName, byText)
  },
)

check(
  data['external-reference'],
  'list-of-two',
  {
    needs: ['list-reference'],
    brokenBy: [
      'list-by-external-ids-ends-after-the-first',
      'unknown-external-ids-left-out-of-lists',
      'lists-of-references-by-external-id-refused',
    ],
    effects: true,
  },
  async (context) => {
    const { resource, field, to } = pairOf(context, 'listReference')
    const [one, two] = [await stored(context, {}, to), await stored(context, {}, to)]
    const { id, externalId } = await stored(context, { [field]: [one.id, two.id] }, resource)
    const held = async () =>
      [(await read(context.api, id, resource))?.[field] ?? []].flat().map(String).map(plainId).sort()
    const update = (value: readonly unknown[]) =>
      context.api.data.patch(resource, { externalId }, { [field]: value }, force)
    const seen: string[] = []
    // How a reference by external id is written is not shown: the form is the one in which a list of one is taken.
    for (const form of [(name: string): unknown => name, (name: string): unknown => ({ externalId: name })]) {
      const patch = (names: readonly string[]) => update(names.map(form))
      const taken = await patch([one.externalId])
      seen.push(`${show([form(one.externalId)])}: status ${taken.status}, then ${field} is ${show(await held())}`)
      if (!succeeded(taken) || (await held()).join() !== plainId(one.id)) continue
      must.status(await patch([two.externalId, one.externalId]), 201)
      must.equal(
        `ids in ${field} after a PATCH with two external ids`,
        await held(),
        [one.id, two.id].map(plainId).sort(),
      )
      must.refused4xx(await patch([two.externalId, context.fresh.externalId()]))
      must.equal(
        `ids in ${field} after a PATCH with an external id that nobody has was refused`,
        await held(),
        [one.id, two.id].map(plainId).sort(),
      )
      return
    }
    // Whether the list of a record may become another one at all is not stated.
    for (const ids of [[two.id], [one.id]])
      if (!succeeded(await update(ids)) || (await held()).join() !== plainId(String(ids[0])))
        throw new Unexercised(`a ${resource} is not given another list in ${field}`)
    must.hold(`a list of ${one.id} after a PATCH by external id with its external id`, false, seen.join('; '))
  },
)

check(
  data['partial-update'],
  'start-and-end-together',
  { brokenBy: ['start-taken-for-the-end-beside-it'], effects: true },
  async (context) => {
    const { id } = await stored(context)
    const sent = { startDateTime: '2027-03-02T09:15:00Z', endDateTime: '2027-03-02T11:30:00Z' }
    const answer = await context.api.data.patch(call, id, sent, force)
    // Which appointments a call may have is not stated.
    if (!succeeded(answer)) return must.refused4xx(answer)
    const now = await read(context.api, id)
    const moments = (dto: Readonly<Record<string, unknown>> | undefined) =>
      Object.keys(sent).flatMap((name) => (isComputed(context, call, name) ? [] : [momentOf(dto?.[name])]))
    must.equal('startDateTime and endDateTime in ms', moments(now), moments(sent))
  },
)
