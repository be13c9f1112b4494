import type { Dto } from '../../../src/clients/answer.ts'
import { check, keyOf, must, observe, rely, type Context } from '../../../src/kit/index.ts'
import {
  type Attached,
  attached,
  attachmentResource,
  bodyOf,
  createdUnderSomeName,
  forms,
  mustHoldBytes,
  noise,
  samples,
} from './steps.ts'
import { mustBeGone } from '../record/related.ts'
import { data } from '../record/requirements.ts'
import { spellingOf } from '../pointing.ts'
import { attachments } from './requirements.ts'
import { comparable, fileNameField, mustBeAbsent, read, refOf, routes, stored, succeeded } from '../steps.ts'

const bytes = samples['text-with-line-ends']

check(
  attachments['attachment-created'],
  'name-and-description',
  { brokenBy: ['attachment-description-lost', 'attachment-name-lost'], effects: true },
  async (context) => {
    const { name, description } = namesOf(context)
    const body = bodyOf(context, bytes, { [name]: `${context.fresh.tag}.txt`, [description]: context.fresh.text() })
    must.success(await context.api.data.create(attachmentResource, body))
    const dto = await read(context.api, String(body['id']), attachmentResource)
    must.equal(
      'name and description of the attachment',
      [dto?.[name], dto?.[description]],
      [body[name], body[description]],
    )
  },
)

check(
  attachments['attachment-created'],
  'reference',
  {
    needs: ['object-reference', 'service-call'],
    brokenBy: ['att-reference-lost-extid', 'attachment-reference-lost'],
    effects: true,
  },
  async (context) => {
    const { fixtures } = context.target
    const call = await stored(context)
    const { field = 'object', id = 'objectId', type = 'objectType' } = fixtures.objectReference ?? {}
    const object: Dto = { [id]: call.id, [type]: spellingOf(context, 'ServiceCall') }
    const body = bodyOf(context, bytes, { [field]: object })
    must.success(await context.api.data.create(attachmentResource, body))
    const told = (await read(context.api, String(body['id']), attachmentResource))?.[field] as Dto | null | undefined
    must.equal('what the attachment refers to', comparable(told?.[id]), comparable(object[id]))
    // How a type is spelled in a reference is the target's (A-EXP-10).
    must.sameName(`${type} of what the attachment refers to`, told?.[type], String(object[type]))
  },
)

for (const route of routes)
  check(
    data['delete-keeps-referrers'],
    route === 'by-id' ? 'attachment-of-the-deleted' : 'attachment-of-one-deleted-by-external-id',
    {
      needs: ['attachments', 'object-reference', 'service-call'],
      brokenBy: [
        route === 'by-id' ? 'delete-cascades-to-attachments' : 'delete-by-external-id-cascades-to-attachments',
      ],
      effects: true,
    },
    async (context) => {
      const call = await stored(context)
      const { field = 'object', id = 'objectId', type = 'objectType' } = context.target.fixtures.objectReference ?? {}
      const made = await attached(context, bytes, {
        [field]: { [id]: call.id, [type]: spellingOf(context, 'ServiceCall') },
      })
      // Creating the attachment may have written the call, too.
      const current = Number((await read(context.api, call.id, call.resource))?.['lastChanged'])
      await rely(data.delete, async () =>
        mustBeGone(context, call, await context.api.data.remove(call.resource, refOf(call, route), current)),
      )
      const left = await read(context.api, made.id, attachmentResource)
      must.sameId('the id of the attachment of the deleted record', left?.['id'], made.id)
      mustHoldBytes(await forms.content(context, made.id), bytes)
    },
  )

check(
  attachments['attachment-content-not-returned'],
  'get-and-list',
  {
    needs: ['query-language'],
    brokenBy: ['att-content-small', 'attachment-file-content-returned', 'attachment-file-content-listed'],
  },
  async (context) => {
    const { id, externalId } = await attached(context, bytes)
    const answers = [
      await context.api.data.get(attachmentResource, id),
      await context.api.data.get(attachmentResource, { externalId }),
      await context.api.data.list(attachmentResource, { query: { query: `id = "${id}"` } }),
    ]
    for (const answer of answers) {
      must.success(answer)
      const dto = answer.record(keyOf(attachmentResource))
      must.present('the attachment', dto, answer)
      must.oneOf('fileContent', dto?.['fileContent'], [undefined, null, ''])
    }
  },
)

const changing = {
  put: 'attachment-put-changes-content',
  patch: 'attachment-patch-changes-content',
  // A POST with the id of one that is stored: no method to update it either (A-DAT-12).
  post: 'refused-post-replaces-the-content',
} as const

for (const method of ['put', 'patch', 'post'] as const) {
  check(
    attachments['attachment-not-updated'],
    method,
    {
      brokenBy: method === 'patch' ? [changing[method], 'content-replaced-beside-a-new-file-name'] : [changing[method]],
      effects: true,
    },
    async (context) => {
      const { id, body } = await attached(context, bytes)
      const other = Buffer.from('other content').toString('base64')
      // The documents do not show how the update is answered: only its effect is checked.
      const { data: api } = context.api
      if (method === 'post') await api.create(attachmentResource, { ...body, fileContent: other })
      else {
        const sent = method === 'put' ? { ...body, fileContent: other } : { fileContent: other }
        await api[method](attachmentResource, id, sent, { force: true })
        const renamed = { ...sent, [fileNameField(context.target)]: `${context.fresh.tag}-renamed.txt` }
        await api[method](attachmentResource, id, renamed, { force: true })
      }
      mustHoldBytes(await forms.content(context, id), bytes)
      mustHoldBytes(await forms['older-form'](context, id), bytes)
    },
  )
}

const wrong = { 'other-characters': '!!no base64!!', 'cut-off': 'YWJjZA', 'padding-inside': 'YW=Jj' } as const

check(
  attachments['attachment-base64-refused'],
  'other-characters',
  {
    brokenBy: [
      'att-plus-slash',
      'att-bad-400-object',
      'attachment-bad-base64-accepted',
      'attachment-bad-base64-crashes',
    ],
    effects: true,
  },
  async (context) => {
    const whole = bodyOf(context, bytes)
    must.refused4xx(
      await context.api.data.create(attachmentResource, { ...whole, fileContent: wrong['other-characters'] }),
    )
    await mustBeAbsent(context.api, { id: whole['id'], externalId: whole['externalId'] }, attachmentResource)
    await attached(context, bytes)
  },
)

observe(attachments['attachment-forms'], 'base64-cut-off', {}, async (context) => {
  const told: string[] = []
  for (const [what, fileContent] of Object.entries(wrong).slice(1))
    told.push(
      `${what}: ${(await context.api.data.create(attachmentResource, { ...bodyOf(context, bytes), fileContent })).status}`,
    )
  return `base64 that is nearly right is answered ${told.join(', ')}`
})

observe(attachments['attachment-words-updated'], 'patch', {}, async (context) => {
  const { description } = namesOf(context)
  const { id } = await attached(context, bytes)
  const words = context.fresh.text()
  const answer = await context.api.data.patch(attachmentResource, id, { [description]: words }, { force: true })
  const dto = await read(context.api, id, attachmentResource)
  return `a PATCH of the description is answered ${answer.status} and ${dto?.[description] === words ? 'changes it' : 'leaves it'}`
})

const namesOf = ({ target }: Context) => target.fixtures.attachment ?? { name: 'fileName', description: 'description' }

check(
  attachments['attachment-content'],
  'created-without-an-id',
  { brokenBy: ['content-of-attachments-without-id-lost'], sampled: true, effects: true },
  async (context) => {
    await attached(context, noise(8))
    const files = [noise(24), noise(40)].map((content) => {
      const { id: _, ...body } = bodyOf(context, content)
      return body
    })
    const taken: Array<Pick<Attached, 'body' | 'bytes'>> = []
    for (const body of files) {
      const { made, ...told } = await createdUnderSomeName(context, body)
      // That the id is made by the service is another rule.
      if (!succeeded(made)) return must.refused4xx(made)
      taken.push(told)
    }
    for (const { body, bytes: content } of taken) {
      const dto = await read(context.api, { externalId: String(body['externalId']) }, attachmentResource)
      const id = String(dto?.['id'])
      must.present('the attachment read by its external id', dto)
      for (const form of ['content', 'older-form'] as const) mustHoldBytes(await forms[form](context, id), content)
    }
  },
)

// The section names POST as the way to create an attachment: another way may be refused, but makes no half of one.
check(
  attachments['attachment-content'],
  'created-by-a-put',
  { brokenBy: ['attachment-content-of-a-post-alone'], effects: true },
  async (context) => {
    mustHoldBytes(await forms.content(context, (await attached(context, bytes)).id), bytes)
    const body = bodyOf(context, bytes)
    const id = String(body['id'])
    const answer = await context.api.data.put(attachmentResource, id, body)
    if (succeeded(answer)) mustHoldBytes(await forms.content(context, id), bytes)
    else must.noServerError(answer)
  },
)
