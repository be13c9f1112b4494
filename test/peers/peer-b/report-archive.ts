import { crc32, inflateRawSync } from 'node:zlib'
import type { Values } from '../peer/model.ts'

/** Files of a zip archive by name; undefined when it is none. */
export function unzip(bytes: Buffer): Map<string, Buffer> | undefined {
  try {
    const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
    if (end < 0) return undefined
    const files = new Map<string, Buffer>()
    let at = bytes.readUInt32LE(end + 16)
    for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
      const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)]
      const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
        number,
        number,
        number,
      ]
      const local = bytes.readUInt32LE(at + 42)
      const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
      const packed = bytes.subarray(from, from + size)
      files.set(bytes.toString('utf8', at + 46, at + 46 + name), method === 8 ? inflateRawSync(packed) : packed)
      at += 46 + name + extra + comment
    }
    return files
  } catch {
    return undefined
  }
}

/** An archive that stores its files as they are. */
export function zip(files: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const [title, content] = [Buffer.from(name), Buffer.from(text)]
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(0x21, 8)
    shared.writeUInt32LE(crc32(content), 10)
    shared.writeUInt32LE(content.length, 14)
    shared.writeUInt32LE(content.length, 18)
    shared.writeUInt16LE(title.length, 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, title, content])
    locals.push(local)
    central.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, tail, title)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(locals.length, 8)
  end.writeUInt16LE(locals.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

const types: Readonly<Record<string, string>> = {
  Integer: 'integer',
  Long: 'integer',
  Double: 'number',
  Float: 'number',
  BigDecimal: 'number',
  Boolean: 'boolean',
}
export const reportTypes = ['PDF', 'DOCX']

/**
 * Choice: the schema allows the declared parameters and no other, each by its Java class, none required; languages are
 * the suffixes of the translation files; every template can be built in the same types.
 */
export function generated(files: ReadonlyMap<string, Buffer>): Values | undefined {
  const main = files.get('report.jrxml')?.toString()
  if (main === undefined) return undefined
  const properties = [...main.matchAll(/<parameter\b([^>]*)>/g)].map(([, attributes = '']) => {
    const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
    return [attribute('name'), { type: types[attribute('class').split('.').at(-1) ?? ''] ?? 'string' }] as const
  })
  const languages = [...files.keys()].flatMap((name) => {
    const [, language] = /^translations_(\w+)\.properties$/.exec(name) ?? []
    return language === undefined ? [] : [language]
  })
  return {
    languages,
    types: reportTypes,
    paramatersSchema: { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false },
  }
}
