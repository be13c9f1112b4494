import { brotliDecompressSync, gunzipSync, gzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import type { Answer } from '../../../src/clients/answer.ts'
import { isCrash } from '../../../src/exchange/is-crash.ts'
import { must, rely, show, type Context } from '../../../src/kit/index.ts'
import { attachments } from './requirements.ts'
import { fileNameField, shown, succeeded, whole } from '../steps.ts'

export const attachmentResource = 'Attachment'

export interface Attached {
  readonly id: string
  readonly externalId: string
  readonly body: Readonly<Record<string, unknown>>
  /** Its content: what was to be attached, or that behind the beginning of a document where it is taken as no other file. */
  readonly bytes: Buffer
}

const isText = (bytes: Buffer): boolean => !bytes.includes(0) && Buffer.from(bytes.toString('utf8')).equals(bytes)

/** What is no text is not called one: no sentence says that any content is taken under any name. */
const fitting = (name: string, bytes: Buffer): string =>
  isText(bytes) ? name : name.replace(/\.(?:txt|csv)$/i, '.bin')

/** The body of an attachment with this content; what it refers to is the template's. */
export function bodyOf(
  context: Context,
  bytes: Buffer,
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const field = fileNameField(context.target)
  const body = whole(
    context,
    { id: context.fresh.id(), fileContent: bytes.toString('base64'), ...more },
    attachmentResource,
  )
  const name = body[field]
  return field in more || typeof name !== 'string' ? body : { ...body, [field]: fitting(name, bytes) }
}

/** What kinds of files begin with; what follows is not looked into by those who tell kinds apart by their first bytes. */
const heads = { pdf: Buffer.from('%PDF-1.4\n'), docx: Buffer.from('PK\u0003\u0004') }

/**
 * Creates an attachment: which files are taken is not stated, so what is refused under a name that tells nothing of it is called a text once, and
 * then sent as documents that begin as such.
 */
export async function createdUnderSomeName(
  context: Context,
  body: Attached['body'],
): Promise<Pick<Attached, 'body' | 'bytes'> & { readonly made: Answer }> {
  const field = fileNameField(context.target)
  const bytes = Buffer.from(String(body['fileContent']), 'base64')
  const name = body[field]
  const behind = (head: Buffer) => Buffer.concat([head, bytes])
  const renamed = (ending: string) =>
    typeof name === 'string' && name.endsWith('.bin') ? { ...body, [field]: name.replace(/bin$/, ending) } : undefined
  let told = { made: await context.api.data.create(attachmentResource, body), body, bytes }
  for (const [as, other] of [
    [renamed('txt'), bytes],
    [renamed('pdf'), behind(heads.pdf)],
    [renamed('docx'), behind(heads.docx)],
  ] as const) {
    if (!as || ![400, 415, 422].includes(told.made.status)) break
    const sent = { ...as, fileContent: other.toString('base64') }
    told = { made: await context.api.data.create(attachmentResource, sent), body: sent, bytes: other }
  }
  return told
}

/** An attachment with this content. Where it cannot be created, creating is what is broken. */
export function attached(
  context: Context,
  bytes: Buffer,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Attached> {
  return rely(attachments['attachment-created'], async () => {
    const { made, ...told } = await createdUnderSomeName(context, bodyOf(context, bytes, more))
    must.success(made)
    return { id: String(told.body['id']), externalId: String(told.body['externalId']), ...told }
  })
}

/** An attachment of the name of another; of its own, where an object takes a name only once (no sentence says that it takes it twice). */
export async function namesake(context: Context, bytes: Buffer, other: Attached['body']): Promise<Attached> {
  const field = fileNameField(context.target)
  const body = bodyOf(context, bytes, field in other ? { [field]: other[field] } : {})
  const made = await context.api.data.create(attachmentResource, body)
  if (made.status >= 400 && made.status < 500) return attached(context, bytes)
  await rely(attachments['attachment-created'], async () => must.success(made))
  return { id: String(body['id']), externalId: String(body['externalId']), body, bytes }
}

/** An attachment under this name. Which characters a name may have is not stated: without id where a plain one is taken and this is refused. */
export async function namedSo(context: Context, bytes: Buffer, name: string): Promise<{ readonly id?: string }> {
  const field = fileNameField(context.target)
  const body = bodyOf(context, bytes, { [field]: name })
  const made = await context.api.data.create(attachmentResource, body)
  if (made.status >= 400 && made.status < 500) {
    await attached(context, bytes, { [field]: `${context.fresh.externalId()} report 1.txt` })
    return {}
  }
  await rely(attachments['attachment-created'], async () => must.success(made))
  return { id: String(body['id']) }
}

export const forms = {
  content: (context: Context, id: string): Promise<Answer> => context.api.data.content(id),
  'older-form': (context: Context, id: string): Promise<Answer> => context.api.data.contentOldForm(id),
}

/** An answer, or a response part of a batch. */
type Content = Pick<Answer, 'status' | 'text' | 'json' | 'body' | 'header'>

/** Decoded as its Content-Encoding says; undefined where it is not what that says. */
export function decodedContentOf(answer: Content): Buffer | undefined {
  const bytes = Buffer.from(answer.body)
  const how = answer.header('Content-Encoding')?.trim().toLowerCase()
  const decode =
    how === 'gzip' || how === 'x-gzip'
      ? gunzipSync
      : how === 'br'
        ? brotliDecompressSync
        : how === 'deflate'
          ? inflate
          : undefined
  try {
    return decode ? decode(bytes) : bytes
  } catch {
    return undefined
  }
}

const inflate = (bytes: Buffer): Buffer => {
  try {
    return inflateSync(bytes)
  } catch {
    return inflateRawSync(bytes)
  }
}

/** The answer holds exactly these bytes. */
export function mustHoldBytes(answer: Content, bytes: Buffer): void {
  must.success(answer)
  const got = decodedContentOf(answer)
  const at = got ? firstDifference(got, bytes) : 0
  const near = (of: Buffer) => show(of.subarray(Math.max(0, at - 4), at + 8).toString('latin1'))
  must.hold(
    `the ${bytes.length} bytes that were sent`,
    got?.equals(bytes) ?? false,
    got
      ? `${got.length} bytes, other than sent from byte ${at} on: ${near(got)} for ${near(bytes)}`
      : `bytes that are no ${answer.header('Content-Encoding')}`,
  )
}

function firstDifference(one: Buffer, other: Buffer): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at += 1) if (one[at] !== other[at]) return at
  return length
}

/** Another user who is shown an attachment, and downloads one of its own, gets the same bytes of it, unless told that it may not: how that is told is not shown (A-AUT-13). */
export async function mustHoldForOthers(context: Context, id: string, bytes: Buffer): Promise<void> {
  if (!('superuser' in context.target.identities)) return
  const other = { ...context, api: context.as('superuser') }
  if (shown(await other.api.data.get(attachmentResource, id), attachmentResource) === undefined) return
  const { made, body } = await createdUnderSomeName(other, bodyOf(context, bytes))
  if (!succeeded(made)) return
  for (const form of Object.values(forms)) {
    if (!succeeded(await form(other, String(body['id'])))) continue
    const answer = await form(other, id)
    if (answer.status !== 403) mustHoldBytes(answer, bytes)
  }
}

/** Whether an answer still returns the bytes, in whatever Content-Encoding it declares. */
export const givesAway = (answer: Content, bytes: Buffer): boolean =>
  answer.status >= 200 && answer.status < 300 && (decodedContentOf(answer)?.equals(bytes) ?? false)

export const samples = {
  'one-byte': Buffer.from('x'),
  'text-with-line-ends': Buffer.from('first\r\nsecond\nthird\r\n'),
  'all-byte-values': Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
  'nul-inside': Buffer.from('before\0after'),
  'nul-at-the-end': Buffer.from('\0the end\0\0'),
  'no-utf-8': Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x80, 0x41]),
  umlauts: Buffer.from('Größe äöü € 漢字'),
  'zipped-by-the-caller': gzipSync('one line like the other\n'.repeat(20)),
} as const

/** Bytes that do not compress, the same every time. */
export function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0, state = 0x2545f491; at < length; at += 1) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    bytes[at] = state & 0xff
  }
  return bytes
}

/** An attachment of the first of these lengths that is taken, in bytes: no size is stated, nor how one is refused. */
export async function taken(context: Context, lengths: readonly number[]): Promise<Pick<Attached, 'id' | 'bytes'>> {
  for (const length of lengths) {
    const { made, body, bytes } = await createdUnderSomeName(context, bodyOf(context, noise(length)))
    if (made.status >= 400 && !isCrash(made.status)) continue
    await rely(attachments['attachment-created'], async () => must.success(made))
    return { bytes, id: String(body['id']) }
  }
  return attached(context, noise(16 * 1024))
}
