import { check, each, must, observe, rely } from '../../../src/kit/index.ts'
import {
  attached,
  bodyOf,
  forms,
  givesAway,
  mustHoldBytes,
  mustHoldForOthers,
  namedSo,
  namesake,
  noise,
  attachmentResource,
  samples,
  taken,
} from './steps.ts'
import { fileNames } from './file-name.ts'
import { well } from '../../batch/steps.ts'
import { data } from '../record/requirements.ts'
import { fileNameField } from '../steps.ts'
import { attachments } from './requirements.ts'

const broken = {
  'one-byte': ['attachment-newline-added', 'attachment-still-base64'],
  'text-with-line-ends': ['attachment-line-ends-changed', 'attachment-still-base64', 'attachment-of-another'],
  'all-byte-values': ['attachment-bytes-as-text', 'attachment-cut-at-nul'],
  'nul-inside': ['attachment-cut-at-nul', 'attachment-content-for-its-uploader-alone'],
  'nul-at-the-end': ['content-ends-without-zeros', 'attachment-cut-at-nul'],
  'no-utf-8': ['attachment-bytes-as-text'],
  umlauts: ['attachment-still-base64', 'att-first-name', 'content-of-the-last-of-its-name', 'att-padding'],
  'zipped-by-the-caller': ['zipped-content-labelled-as-compressed'],
} as const

for (const name of Object.keys(samples) as Array<keyof typeof samples>) {
  check(attachments['attachment-content'], name, { brokenBy: broken[name], effects: true }, async (context) => {
    const bytes = samples[name]
    // A second one, so that a target that returns any content at all is noticed.
    const other = await attached(context, Buffer.from('something else'))
    const one = await namesake(context, bytes, other.body)
    mustHoldBytes(await forms.content(context, one.id), one.bytes)
    mustHoldBytes(await forms.content(context, other.id), other.bytes)
    if (name === 'nul-inside') await mustHoldForOthers(context, other.id, other.bytes)
  })
}

check(
  attachments['attachment-content'],
  'five-megabytes',
  { brokenBy: ['att-base64-out', 'token-not-on-old-attachment', 'attachment-large-cut', 'att-last-8k'], effects: true },
  async (context) => {
    const { bytes, id } = await taken(
      context,
      [5120, 1024, 256, 64].map((kib) => kib * 1024),
    )
    mustHoldBytes(await forms.content(context, id), bytes)
    mustHoldBytes(await forms['older-form'](context, id), bytes)
  },
)

/** One after the other, by callers who take other codings: what is sent is of the coding that it says it is of. */
check(
  attachments['attachment-content'],
  'compressed-and-plain-in-turn',
  { brokenBy: ['compressed-content-kept-for-those-who-take-none'], effects: true },
  async (context) => {
    const bytes = Buffer.from('one line like the other\n'.repeat(20))
    const { id } = await attached(context, bytes)
    for (const coding of ['gzip', 'identity', 'gzip', 'identity'])
      mustHoldBytes(await context.api.data.content(id, { headers: { 'Accept-Encoding': coding } }), bytes)
  },
)

check(
  attachments['attachment-older-form'],
  'same-bytes',
  { brokenBy: ['attachment-old-form-missing', 'attachment-old-form-other-bytes'], effects: true },
  async (context) => {
    await each(Object.values(samples), async (bytes) => {
      const made = await attached(context, bytes)
      mustHoldBytes(await forms['older-form'](context, made.id), made.bytes)
    })
  },
)

check(
  attachments['attachment-older-form'],
  'same-bytes-of-what-a-batch-created',
  { needs: ['batch'], brokenBy: ['older-form-cuts-content-that-a-batch-created'], effects: true },
  async (context) => {
    const bytes = noise(70_000)
    const body = bodyOf(context, bytes)
    const { batch } = context.api
    const { parts } = await batch.send([batch.part.create(attachmentResource, body)])
    // How large a part may be, and which files are taken, is not stated.
    if (!parts.every(well)) return void (await taken(context, [bytes.length]))
    mustHoldBytes(await forms.content(context, String(body['id'])), bytes)
    mustHoldBytes(await forms['older-form'](context, String(body['id'])), bytes)
  },
)

check(
  attachments['attachment-older-form'],
  'same-headers',
  {
    brokenBy: [
      'att-old-no-disposition',
      'attachment-old-form-missing',
      'attachment-old-form-no-headers',
      'older-form-large-without-name',
    ],
    effects: true,
  },
  async (context) => {
    for (const make of [() => attached(context, samples['text-with-line-ends']), () => taken(context, [66_000])]) {
      const { id } = await make()
      const [one, other] = [await forms.content(context, id), await forms['older-form'](context, id)]
      must.success(one)
      must.success(other)
      for (const header of ['Content-Type', 'Content-Disposition']) {
        const told = one.header(header)
        if (told !== undefined)
          must.present(`${header} in the older form, for the other form has it`, other.header(header))
      }
      const [names, olderNames] = [one, other].map((answer) => fileNames(answer.header('Content-Disposition')))
      must.hold(
        'the same file name in both forms',
        (names ?? []).some((name) => olderNames?.includes(name)),
        olderNames?.[0] ?? 'none',
      )
    }
  },
)

const names = {
  ascii: 'Report No 1.txt',
  umlauts: 'Prüfbericht größer.txt',
  other: '検査 报告.txt',
  quotes: 'The "First" One.txt',
} as const

for (const situation of ['ascii', 'umlauts', 'other', 'quotes'] as const) {
  check(
    attachments['attachment-content'],
    `name-${situation}`,
    {
      needs: ['attachment-names'],
      brokenBy: [
        'attachment-name-other',
        ...(situation === 'umlauts' || situation === 'other'
          ? ['attachment-name-mangled', 'att-name-missing-nonascii', 'older-form-without-name-beyond-ascii']
          : ['attachment-names-told-in-small-letters']),
      ],
      effects: true,
    },
    async (context) => {
      // Whether an object takes a name twice is not stated.
      const name = `${context.fresh.tag} ${names[situation]}`
      const field = fileNameField(context.target)
      const bytes = samples['one-byte']
      const { id } =
        situation === 'ascii' ? await attached(context, bytes, { [field]: name }) : await namedSo(context, bytes, name)
      if (id === undefined) return
      for (const form of ['content', 'older-form'] as const) {
        const answer = await forms[form](context, id)
        must.success(answer)
        const told = answer.header('Content-Disposition')
        must.hold(
          `Content-Disposition with the file name ${name}`,
          fileNames(told).includes(name),
          told ?? 'no Content-Disposition',
        )
      }
    },
  )
}

check(
  attachments['attachment-encoding'],
  'as-it-says',
  { brokenBy: ['att-ce-old-only', 'attachment-encoding-untrue'], effects: true },
  async (context) => {
    const bytes = samples['text-with-line-ends']
    mustHoldBytes(await forms.content(context, (await attached(context, bytes)).id), bytes)
  },
)

for (const form of ['content', 'older-form'] as const) {
  check(
    attachments['attachment-content-deleted'],
    form,
    {
      brokenBy:
        form === 'content'
          ? ['downloaded-content-outlives-in-the-newer-form', 'attachment-content-outlives']
          : [
              'downloaded-content-outlives-in-the-older-form',
              'attachment-content-outlives',
              'attachment-old-form-outlives',
            ],
      effects: true,
    },
    async (context) => {
      const { id, bytes } = await attached(context, noise(64))
      mustHoldBytes(await forms[form](context, id), bytes)
      must.status(await context.api.data.remove(attachmentResource, id, undefined, { force: true }), 200)
      const answer = await forms[form](context, id)
      must.hold(
        'no content of a deleted attachment',
        !givesAway(answer, bytes),
        `status ${answer.status} with its ${bytes.length} bytes`,
      )
    },
  )
}

observe(attachments['attachment-forms'], 'headers-and-empty-content', {}, async (context) => {
  const answer = await forms.content(context, (await attached(context, samples['one-byte'])).id)
  const empty = await context.api.data.create(attachmentResource, {
    ...(await attached(context, samples['one-byte'])).body,
    id: context.fresh.id(),
    externalId: context.fresh.externalId(),
    fileContent: '',
  })
  return `Content-Type ${answer.header('Content-Type')}, Content-Encoding ${answer.header('Content-Encoding') ?? 'absent'}, Content-Disposition ${answer.header('Content-Disposition')}; empty content is answered ${empty.status}`
})

check(
  attachments['attachment-content'],
  'after-another-with-the-same-bytes-was-deleted',
  { brokenBy: ['attachments-of-one-content-deleted-together'], effects: true },
  async (context) => {
    const bytes = Buffer.from(`content of ${context.fresh.tag}`)
    const [kept, gone] = [await attached(context, bytes), await attached(context, bytes)]
    mustHoldBytes(await forms.content(context, kept.id), bytes)
    await rely(data.delete, async () =>
      must.success(await context.api.data.remove(attachmentResource, gone.id, undefined, { force: true })),
    )
    mustHoldBytes(await forms.content(context, kept.id), bytes)
  },
)
