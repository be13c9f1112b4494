import type { Answer } from '../../src/clients/answer.ts'
import { Unexercised } from '../../src/kit/index.ts'
import { unpacked, type Files } from './archive.ts'
import { isStillToCome } from './served.ts'

const base64 = /^[A-Za-z\d+/]+={0,2}$/

interface Text {
  readonly name: string
  /** Of the object that has it. */
  readonly key: string
  readonly text: string
}

/** Every text in a JSON value, named by the nearest text beside or above it that looks like the name of a file. */
function textsIn(value: unknown, name: string, key = ''): readonly Text[] {
  if (typeof value === 'string') return [{ name, key, text: value }]
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, name, key))
  if (typeof value !== 'object' || value === null) return []
  const entries = Object.entries(value)
  const own = entries.find(([, one]) => typeof one === 'string' && /^[^\s]+\.\w{2,10}$/.test(one))?.[1] as
    string | undefined
  return entries.flatMap(([field, one]) =>
    one === own ? [] : textsIn(one, own ?? (field.includes('.') ? field : name), field),
  )
}

const bytesOf = (text: string): Uint8Array =>
  base64.test(text) && text.length % 4 === 0 ? Buffer.from(text, 'base64') : Buffer.from(text)

/** Of several texts of one file, one is what it holds: that under the key by which a definition has its markup. */
function namedTexts(texts: readonly Text[]): Files {
  const isMarkup = ({ name, text }: Text): boolean =>
    /\.(?:jrxml|xml)$/i.test(name) && /^\s*</.test(Buffer.from(bytesOf(text)).toString())
  const key = texts.find(isMarkup)?.key
  const isAlone = (one: Text): boolean => texts.every((other) => other === one || other.name !== one.name)
  const held = texts.filter((one) => one.key === key || isAlone(one))
  return Object.fromEntries(held.map(({ name, text }) => [name, bytesOf(text)]))
}

function partsOf(body: Buffer, type: string): Files | undefined {
  const [, quoted, plain] = /^multipart\/.*;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) return undefined
  const parts = body.toString('latin1').split(`--${boundary}`).slice(1, -1)
  return Object.fromEntries(
    parts.map((part) => {
      const [head = '', ...rest] = part.split('\r\n\r\n')
      const content = Buffer.from(rest.join('\r\n\r\n').replace(/\r\n$/, ''), 'latin1')
      const named = /\bfilename="?([^";\r\n]+)"?/i.exec(head) ?? /\bname="?([^";\r\n]+)"?/i.exec(head)
      return [named?.[1] ?? '', new Uint8Array(content)]
    }),
  )
}

/** An archive in the place of files counts as its files. */
const opened = (files: Files): Files =>
  Object.assign({}, ...Object.entries(files).map(([name, bytes]) => unpacked(bytes) ?? { [name]: bytes })) as Files

/**
 * The files that a download delivers. In which form is not shown (B-RPT-14): a zip, the parts of a message, and texts in JSON are read. In any
 * other form nothing can be said of them.
 */
export function filesIn(answer: Answer): Files {
  const body = Buffer.from(answer.body)
  if (isStillToCome(answer)) throw new Unexercised('a download is answered 202, and what it leads to has no files yet')
  if (body.length === 0) return {}
  // What a template has but one file of may be told without an archive.
  if (/^\s*(?:<\?xml[^>]*>\s*)?(?:<!DOCTYPE[^>]*>\s*)?<jasperReport\b/.test(body.toString('utf8')))
    return { 'report.jrxml': new Uint8Array(body) }
  const zip = unpacked(body) ?? partsOf(body, answer.header('Content-Type') ?? '')
  if (zip) return opened(zip)
  const texts = answer.json === undefined ? [] : textsIn(answer.json, '')
  const files = opened(namedTexts(texts))
  if (Object.keys(files).some((name) => /\.(?:jrxml|xml)$/i.test(name))) return files
  throw new Unexercised('a download is answered in a form that is not known here, so its files cannot be read')
}

/** A file by its name, in whatever folder the download packs all of them. */
export const fileNamed = (files: Files, name: string): Uint8Array | undefined =>
  files[name] ?? Object.entries(files).find(([other]) => other.endsWith(`/${name}`))?.[1]
