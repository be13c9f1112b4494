import { createHash, randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isTextual, readBeyondCut, showsSecret } from '../src/har/content.ts'
import type { Captured } from '../src/har/recorded.ts'
import type { Redactor } from '../src/redact/redactor.ts'
import { headerOf, type HeaderList } from '../src/exchange/exchange.ts'
import { eachPiece } from './decoded.ts'
import type { Spool } from './spool.ts'

/** Bytes of a text too large for an entry that the entry holds all the same. */
const textKept = 1024 * 1024

/** A secret across two pieces is found up to this length. */
const overlap = 12 * 1024

/** Learns from a body too large to be read at once. */
export async function learnFromSpool(spool: Spool, headers: HeaderList, redactor: Redactor): Promise<void> {
  await eachPiece(
    spool,
    headerOf(headers, 'Content-Encoding'),
    overlapping((text) => redactor.learnNamed(text)),
  )
}

/** Stores a body too large for an entry in a file named by its hash, if it contains no secret. */
export async function setAside(
  spool: Spool,
  size: number,
  headers: HeaderList,
  recording: string,
  redactor: Redactor,
): Promise<Captured> {
  const encoding = headerOf(headers, 'Content-Encoding')
  const hash = createHash('sha256')
  const beginning: Buffer[] = []
  const keep = isTextual(headers) ? textKept + readBeyondCut : 0
  let decodedSize = 0
  let isClear = true
  const look = overlapping((text) => {
    isClear &&= !showsSecret(text, redactor)
  })
  await eachPiece(spool, encoding, (bytes) => {
    if (decodedSize < keep) beginning.push(Buffer.from(bytes.subarray(0, keep - decodedSize)))
    decodedSize += bytes.length
    if (!isClear) return
    hash.update(bytes)
    look(bytes)
  })
  const told = { bytes: Buffer.concat(beginning), size, decodedSize }
  if (!isClear) return keep > 0 ? told : { ...told, dropped: 'it contains a secret' }
  const sha256 = hash.digest('hex')
  const folder = `${recording}.d`
  await write(spool, encoding, folder, sha256)
  return { ...told, aside: { file: `${basename(folder)}/${sha256}`, sha256, size: decodedSize } }
}

async function write(spool: Spool, encoding: string | undefined, folder: string, name: string): Promise<void> {
  const path = join(folder, name)
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.${randomBytes(4).toString('hex')}`
  const file = openSync(unfinished, 'wx', 0o600)
  try {
    await eachPiece(spool, encoding, (bytes) => {
      for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done)
    })
    renameSync(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

/** Each piece as Latin-1 text, with the end of the previous one before it. */
function overlapping(see: (text: string) => void): (bytes: Buffer) => void {
  let both = Buffer.alloc(0)
  let kept = 0
  return (bytes) => {
    if (both.length < kept + bytes.length)
      both = Buffer.concat([both.subarray(0, kept), Buffer.alloc(overlap + bytes.length)])
    const length = kept + bytes.copy(both, kept)
    see(both.toString('latin1', 0, length))
    both.copyWithin(0, Math.max(0, length - overlap), length)
    kept = Math.min(overlap, length)
  }
}
