import { partsAtMost } from '../exchange/bounds.ts'

/** Something that a strict parser would refuse, with its byte offset. */
export interface BatchIrregularity {
  readonly what: string
  readonly offset: number
}

/** One raw part of a multipart message. */
export interface RawPart {
  /** Header fields in order, names as written. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly content: Buffer
  /** Byte of the message at which the part's headers begin. */
  readonly offset: number
}

export interface Message {
  readonly parts: readonly RawPart[]
  readonly irregular: readonly BatchIrregularity[]
  /** Why the parts cannot be found. */
  readonly broken?: string
}

/** Kept of what a reader of a whole message would be told, and of the header fields of one part. */
const [notesAtMost, fieldsAtMost] = [1000, 1000]

const LF = 0x0a
const CR = 0x0d

/** The boundary parameter of a multipart Content-Type, quoted or not. */
export function boundaryIn(contentType: string | undefined): string | undefined {
  const [, quoted, token] = /;\s*boundary\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(contentType ?? '') ?? []
  return quoted === undefined ? token : quoted.replace(/\\(.)/g, '$1')
}

/** Parses a multipart message (RFC 2046, 5.1.1): strictly if possible, otherwise leniently with a list of irregularities. Never throws. */
export function readMessage(contentType: string | undefined, body: Uint8Array): Message {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const irregular: BatchIrregularity[] = []
  const note = (what: string, offset: number) => {
    if (irregular.length < notesAtMost) irregular.push({ what, offset })
  }
  if (!/^\s*multipart\/mixed\s*(?:;|$)/i.test(contentType ?? ''))
    note(`the Content-Type is ${contentType ?? 'missing'}, not multipart/mixed`, 0)
  const boundary = boundaryIn(contentType) ?? guessed(bytes, note)
  if (boundary === undefined) return { parts: [], irregular, broken: 'there is no boundary' }
  if (boundary.length > 70 || boundary.endsWith(' ')) note('RFC 2046 does not allow this boundary', 0)
  const cuts = delimiters(bytes, boundary, note)
  if (cuts.length > partsAtMost) return { parts: [], irregular, broken: `there are more than ${partsAtMost} parts` }
  if (cuts.length === 0) return { parts: [], irregular, broken: 'the body has no delimiter' }
  const parts: RawPart[] = []
  for (const [position, cut] of cuts.entries()) {
    if (cut.closes) break
    const next = cuts[position + 1]
    if (!next) note('there is no closing delimiter', bytes.length)
    parts.push(partOf(bytes, cut.end, next?.start ?? bytes.length, note))
  }
  if (parts.length === 0) note('the message has no parts', 0)
  return { parts, irregular }
}

interface Cut {
  /** First byte of the line end that belongs to the delimiter. */ readonly start: number
  /** First byte after its line. */ readonly end: number
  readonly closes: boolean
}

function delimiters(bytes: Buffer, boundary: string, note: (what: string, offset: number) => void): Cut[] {
  const delimiter = Buffer.from(`--${boundary}`, 'utf8')
  const cuts: Cut[] = []
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    if (at > 0 && bytes[at - 1] !== LF) continue
    if (at === 1 || (at > 1 && bytes[at - 2] !== CR)) note('a line ends with a bare LF', at - 1)
    let end = at + delimiter.length
    const closes = bytes[end] === 0x2d && bytes[end + 1] === 0x2d
    if (closes) end += 2
    // A receiver has to take padding (RFC 2046, 5.1.1).
    while (bytes[end] === 0x20 || bytes[end] === 0x09) end += 1
    if (bytes[end] === CR && bytes[end + 1] === LF) end += 2
    else if (bytes[end] === LF) {
      note('a line ends with a bare LF', end)
      end += 1
    } else if (!closes) {
      note('extra text after a delimiter on its line', end)
      continue
    }
    cuts.push({ start: at === 0 ? 0 : at - (bytes[at - 2] === CR ? 2 : 1), end, closes })
    if (closes || cuts.length > partsAtMost) break
  }
  return cuts
}

function partOf(bytes: Buffer, from: number, to: number, note: (what: string, offset: number) => void): RawPart {
  // Joined once at the end: a header may be folded any number of times.
  const fields: Array<readonly [name: string, pieces: string[]]> = []
  const told = (content: Buffer): RawPart => ({
    headers: fields.map(([name, pieces]) => [name, pieces.join(' ').trim()]),
    content,
    offset: from,
  })
  let at = from
  while (at < to) {
    const lineFeed = bytes.indexOf(LF, at)
    const end = lineFeed < 0 || lineFeed >= to ? to : lineFeed
    const line = bytes.toString('latin1', at, bytes[end - 1] === CR && end > at ? end - 1 : end)
    if (end < to && bytes[end - 1] !== CR) note('a line ends with a bare LF', end)
    const start = at
    at = Math.min(to, end + 1)
    if (line === '') return told(bytes.subarray(at, Math.max(at, to)))
    const colon = line.indexOf(':')
    const last = fields.at(-1)
    if (/^[ \t]/.test(line) && last) {
      last[1].push(line.trim())
      continue
    }
    if (fields.length === fieldsAtMost) {
      note(`a part has more than ${fieldsAtMost} header fields`, start)
      return told(bytes.subarray(start, to))
    }
    // A part whose headers end without a blank line: all that follows is content.
    if (colon <= 0 || /\s/.test(line.slice(0, colon))) {
      note('a part has no blank line after its headers', start)
      return told(bytes.subarray(start, to))
    }
    fields.push([line.slice(0, colon), [line.slice(colon + 1).trim()]])
  }
  return told(Buffer.alloc(0))
}

/** Without a boundary parameter, the first line that looks like a delimiter gives the boundary. */
function guessed(bytes: Buffer, note: (what: string, offset: number) => void): string | undefined {
  const [, found] = /^(?:\r?\n)?--([^\r\n]{1,70}?)\s*\r?\n/.exec(bytes.toString('latin1', 0, 200)) ?? []
  note('the Content-Type has no boundary', 0)
  return found
}
