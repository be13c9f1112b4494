import { fromBufferPromise, validateFileName } from 'yauzl'
import { ZipFile } from 'yazl'

/** The files of a template by name, in the order of its archive. */
export type Files = ReadonlyMap<string, Buffer>

const limit = 16 * 1024 * 1024

/** The files in a zip, or why it cannot be read. With `anyName` a name may lead out of the archive. */
export async function readArchive(bytes: Buffer, anyName: boolean): Promise<Files | string> {
  const files = new Map<string, Buffer>()
  try {
    const zip = await fromBufferPromise(bytes, { decodeStrings: false, lazyEntries: true })
    for await (const entry of zip.eachEntry()) {
      const name = Buffer.from(entry.fileNameRaw).toString('utf8')
      const trouble = validateFileName(name)
      if (trouble !== null && !anyName) return trouble
      if (name.endsWith('/')) continue
      if (entry.uncompressedSize > limit) return `${name} is too large`
      const chunks: Buffer[] = []
      for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
      files.set(name, Buffer.concat(chunks))
    }
    return files
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Packs files into a zip, always in the same way. */
export async function writeArchive(files: Files, withFolder = false): Promise<Buffer> {
  const zip = new ZipFile()
  if (withFolder) zip.addEmptyDirectory('images')
  for (const [name, bytes] of files) zip.addBuffer(bytes, name, { mtime: new Date(Date.UTC(2026, 0, 1)) })
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
