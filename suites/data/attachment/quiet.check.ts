import { check, keyOf, must } from '../../../src/kit/index.ts'
import { dtosOfQuery, rowsOf } from '../../query/statement.ts'
import { fileNameField, mustBeAbsent, read } from '../steps.ts'
import { attachments } from './requirements.ts'
import {
  attached,
  attachmentResource,
  bodyOf,
  forms,
  givesAway,
  mustHoldBytes,
  namedSo,
  noise,
  samples,
} from './steps.ts'

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

const quietBytes = {
  'byte-order-mark': { bytes: Buffer.from('\uFEFFafter a mark'), brokenBy: ['att-bom', 'attachment-of-another'] },
  'text-in-latin-1': {
    bytes: Buffer.from('größer', 'latin1'),
    brokenBy: ['text-attachment-recoded', 'attachment-bytes-as-text'],
  },
  empty: { bytes: Buffer.alloc(0), brokenBy: ['att-empty-file', 'attachment-newline-added'] },
  picture: {
    bytes: Buffer.concat([pngSignature, noise(300)]),
    brokenBy: ['att-content-encoding-lie', 'attachment-bytes-as-text'],
  },
} as const

for (const situation of ['byte-order-mark', 'text-in-latin-1', 'empty', 'picture'] as const) {
  const { bytes, brokenBy } = quietBytes[situation]
  check(attachments['attachment-content'], situation, { brokenBy, effects: true }, async (context) => {
    const field = fileNameField(context.target)
    const other = Buffer.from('something else')
    mustHoldBytes(await forms.content(context, (await attached(context, other)).id), other)
    const body = bodyOf(context, bytes, { [field]: `${context.fresh.tag}.${situation === 'picture' ? 'png' : 'txt'}` })
    const made = await context.api.data.create(attachmentResource, body)
    // Whether a file may be empty is not stated; one that was taken has its content.
    if (situation === 'empty' && made.status >= 400) {
      must.refused4xx(made)
      return
    }
    // Nor that anything is taken under the name of a text or a picture: it is then named otherwise.
    const isRefused = made.status >= 400 && made.status < 500
    const file = isRefused ? await attached(context, bytes) : { id: String(body['id']), bytes }
    if (!isRefused) must.success(made)
    for (const form of ['content', 'older-form'] as const)
      mustHoldBytes(await forms[form](context, file.id), file.bytes)
  })
}

check(
  attachments['attachment-content'],
  'made-anew',
  { brokenBy: ['att-recreate-content'], effects: true },
  async (context) => {
    const { id } = await attached(context, Buffer.from('the former content'))
    must.status(await context.api.data.remove(attachmentResource, id, undefined, { force: true }), 200)
    const again = { ...bodyOf(context, samples.umlauts), id }
    const answer = await context.api.data.create(attachmentResource, again)
    // No sentence says that the id of a deleted record is free.
    if (answer.status >= 400 && answer.status < 500) return
    must.success(answer)
    mustHoldBytes(await forms.content(context, id), samples.umlauts)
  },
)

check(
  attachments['attachment-created'],
  'name-not-ascii',
  { brokenBy: ['att-name-nonascii', 'attachment-name-lost'], effects: true },
  async (context) => {
    const field = fileNameField(context.target)
    const name = `${context.fresh.tag} Prüfung.txt`
    const { id } = await namedSo(context, samples['one-byte'], name)
    if (id === undefined) return
    must.equal('the name of the attachment', (await read(context.api, id, attachmentResource))?.[field], name)
  },
)

check(
  attachments['attachment-content-not-returned'],
  'asked-for-by-name',
  { needs: ['shaping'], brokenBy: ['att-content-fields', 'attachment-file-content-returned'] },
  async (context) => {
    const { id } = await attached(context, samples.umlauts)
    const plain = await context.api.data.get(attachmentResource, id)
    must.success(plain)
    must.present('the attachment', plain.record(keyOf(attachmentResource)), plain)
    must.oneOf('fileContent', plain.record(keyOf(attachmentResource))?.['fileContent'], [undefined, null, ''])
    const answer = await context.api.data.get(attachmentResource, id, { query: { fields: 'id,fileContent' } })
    must.noServerError(answer)
    must.lack('the content as base64', answer.json, samples.umlauts.toString('base64'))
  },
)

check(
  attachments['attachment-content-not-returned'],
  'asked-for-by-name-in-other-ways',
  {
    sampled: true,
    needs: ['shaping', 'query-language'],
    brokenBy: ['file-content-in-a-list-on-request', 'att-content-fields'],
  },
  async (context) => {
    const { id, externalId } = await attached(context, samples.umlauts)
    const plain = await context.api.data.list(attachmentResource, { query: { query: `id = "${id}"`, pageSize: '5' } })
    must.success(plain)
    must.some('attachment in the list', plain.records(keyOf(attachmentResource)), plain)
    const fields = 'id,fileContent'
    const list = { query: `id = "${id}"`, fields }
    for (const answer of [
      await context.api.data.get(attachmentResource, { externalId }, { query: { fields } }),
      await context.api.data.list(attachmentResource, { query: list }),
      await context.api.data.list(attachmentResource, { query: { ...list, pageSize: '5' } }),
      await context.api.data.list(attachmentResource, { query: { ...list, pageSize: '5', orderBy: 'id asc' } }),
    ]) {
      must.noServerError(answer)
      const filled = answer.records(keyOf(attachmentResource)).map((one) => one['fileContent'])
      must.none(
        'fileContent that is filled',
        filled.filter((one) => one !== undefined && one !== null && one !== ''),
      )
    }
  },
)

check(
  attachments['attachment-content-not-returned'],
  'in-the-query-api',
  { needs: ['query-api'], brokenBy: ['att-content-query-api'], effects: true },
  async (context) => {
    await attached(context, samples.umlauts)
    const dtos = dtosOfQuery(context, attachmentResource)
    const plain = await context.api.query.select(`select a.id from ${attachmentResource} a`, { dtos })
    // Which resources statements are about is not shown (A-QRY-03).
    if (plain.status >= 400 && plain.status < 500) return
    must.success(plain)
    must.some('row', rowsOf(plain, 'a'), plain)
    const answer = await context.api.query.select(`select a.id, a.fileContent from ${attachmentResource} a`, { dtos })
    must.none(
      'row with its fileContent',
      rowsOf(answer, 'a').filter((row) => typeof row['fileContent'] === 'string' && row['fileContent'] !== ''),
    )
  },
)

for (const method of ['patch', 'put'] as const)
  check(
    attachments['attachment-not-updated'],
    method === 'patch' ? 'by-external-id' : 'put-by-external-id',
    {
      brokenBy:
        method === 'patch'
          ? ['att-extid-changes', 'attachment-patch-changes-content']
          : ['content-replaced-by-external-put', 'attachment-put-changes-content'],
      effects: true,
    },
    async (context) => {
      const { id, externalId, body } = await attached(context, samples.umlauts)
      const fileContent = Buffer.from('other content').toString('base64')
      const sent = method === 'put' ? { ...body, fileContent } : { fileContent }
      await context.api.data[method](attachmentResource, { externalId }, sent, { force: true })
      mustHoldBytes(await forms.content(context, id), samples.umlauts)
    },
  )

for (const method of ['put', 'patch'] as const)
  check(
    attachments['attachment-not-updated'],
    `${method}-without-content`,
    { brokenBy: [method === 'put' ? 'att-put-empties' : 'attachment-patch-empties-its-content'], effects: true },
    async (context) => {
      const { id, externalId, body } = await attached(context, samples.umlauts)
      const { fileContent: _content, ...rest } = body
      const sent = method === 'put' ? rest : { externalId }
      await context.api.data[method](attachmentResource, id, sent, { force: true })
      mustHoldBytes(await forms.content(context, id), samples.umlauts)
    },
  )

check(
  attachments['attachment-not-updated'],
  'in-a-batch',
  {
    needs: ['batch'],
    brokenBy: ['att-batch-changes', 'refused-content-is-stored', 'attachment-put-changes-content'],
    effects: true,
  },
  async (context) => {
    const { id, body } = await attached(context, samples.umlauts)
    const other = { ...body, fileContent: Buffer.from('other content').toString('base64') }
    const put = context.api.batch.part.put(attachmentResource, id, other, { force: true })
    await context.api.batch.send([put], { transactional: false })
    mustHoldBytes(await forms.content(context, id), samples.umlauts)
  },
)

check(
  attachments['attachment-content-deleted'],
  'by-the-lock',
  { brokenBy: ['att-delete-force-only', 'attachment-content-outlives'], effects: true },
  async (context) => {
    const { id, bytes } = await attached(context, noise(64))
    mustHoldBytes(await forms.content(context, id), bytes)
    const { lastChanged } = (await read(context.api, id, attachmentResource)) ?? {}
    must.status(await context.api.data.remove(attachmentResource, id, Number(lastChanged)), 200)
    for (const form of ['content', 'older-form'] as const)
      must.hold(
        'no content of a deleted attachment',
        !givesAway(await forms[form](context, id), bytes),
        `its ${bytes.length} bytes`,
      )
  },
)

check(
  attachments['attachment-content-deleted'],
  'by-external-id',
  { brokenBy: ['content-outlives-in-the-older-form-by-external-id', 'attachment-content-outlives'], effects: true },
  async (context) => {
    const { id, externalId, bytes } = await attached(context, noise(64))
    mustHoldBytes(await forms['older-form'](context, id), bytes)
    must.status(await context.api.data.remove(attachmentResource, { externalId }, undefined, { force: true }), 200)
    for (const form of ['content', 'older-form'] as const)
      must.hold(
        'no content of an attachment deleted by external id',
        !givesAway(await forms[form](context, id), bytes),
        `its ${bytes.length} bytes`,
      )
  },
)

check(
  attachments['attachment-base64-refused'],
  'after-the-padding',
  { brokenBy: ['att-bad-tail', 'base64-skips-what-it-does-not-know', 'attachment-bad-base64-accepted'], effects: true },
  async (context) => {
    const whole = bodyOf(context, samples.umlauts, { fileContent: 'SGVsbG8=!!no base64!!' })
    const answer = await context.api.data.create(attachmentResource, whole)
    must.refused4xx(answer)
    await mustBeAbsent(context.api, { id: whole['id'], externalId: whole['externalId'] }, attachmentResource)
    await attached(context, samples.umlauts)
  },
)
