import { strToU8, unzipSync, Zip, ZipDeflate, zipSync } from 'fflate'

/** The files of a template by name. */
export type Files = Readonly<Record<string, Uint8Array>>

interface Declared {
  readonly class: 'java.lang.String' | 'java.lang.Integer' | 'java.lang.Boolean' | 'java.util.List' | 'java.util.Map'
  readonly nestedType?: string
  /** An expression; a parameter without one must be given. */
  readonly byDefault?: string
}

/** Parameters of a definition; each must be given that has no default. */
export type Parameters = Readonly<Record<string, Declared>>

export const text: Declared = { class: 'java.lang.String' }

/** A small definition in JRXML that prints its first parameter. */
export function definition(name: string, parameters: Parameters, more = ''): Uint8Array {
  const declared = Object.entries(parameters).map(
    ([key, { class: type, nestedType, byDefault }]) =>
      `  <parameter name="${key}" class="${type}"${nestedType ? ` nestedType="${nestedType}"` : ''}${
        byDefault === undefined
          ? '/>'
          : `><defaultValueExpression><![CDATA[${byDefault}]]></defaultValueExpression></parameter>`
      }`,
  )
  const [first] = Object.keys(parameters)
  return strToU8(`<?xml version="1.0" encoding="UTF-8"?>
<jasperReport xmlns="http://jasperreports.sourceforge.net/jasperreports" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://jasperreports.sourceforge.net/jasperreports http://jasperreports.sourceforge.net/xsd/jasperreport.xsd" name="${name}" pageWidth="595" pageHeight="842" columnWidth="555" leftMargin="20" rightMargin="20" topMargin="20" bottomMargin="20">
${declared.join('\n')}
  <title>
    <band height="60">
      <textField>
        <reportElement x="0" y="0" width="555" height="30"/>
        <textFieldExpression><![CDATA[${first === undefined ? '"fieldproof"' : `String.valueOf($P{${first}})`}]]></textFieldExpression>
      </textField>${more}
    </band>
  </title>
</jasperReport>
`)
}

export const translations = (words: string): Uint8Array => strToU8(`title=${words}\n`)

/** A red point: the smallest image that needs every byte as it is. */
export const image = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
    'base64',
  ),
)

/** A zip of files, in their order. */
export const packed = (files: Files): Buffer => Buffer.from(zipSync(files, { level: 6 }))

/** The same, not compressed: files of the same lengths make zips of one length. */
export const uncompressed = (files: Files): Buffer => Buffer.from(zipSync(files, { level: 0 }))

/** The same, written as a stream: the sizes of a file stand behind it. */
export function streamed(files: Files): Buffer {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  for (const [name, bytes] of Object.entries(files)) {
    const file = new ZipDeflate(name)
    zip.add(file)
    file.push(bytes, true)
  }
  zip.end()
  return Buffer.concat(chunks)
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/** How fflate names a way of packing that it does not know. */
const unknownPacking = 14

/** The files in a zip, folders aside, none if it is broken; undefined if it is no zip, or packed in a way that is not known here. */
export function unpacked(bytes: Uint8Array): Files | undefined {
  if (!isZip(bytes)) return undefined
  try {
    return Object.fromEntries(Object.entries(unzipSync(bytes)).filter(([name]) => !name.endsWith('/')))
  } catch (error) {
    return (error as { code?: unknown }).code === unknownPacking ? undefined : {}
  }
}
