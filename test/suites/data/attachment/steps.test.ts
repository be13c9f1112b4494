import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { answer, type Answer } from '../../../../src/clients/answer.ts'
import { decodedContentOf, givesAway, mustHoldBytes, noise } from '../../../../suites/data/attachment/steps.ts'
import { fileNames } from '../../../../suites/data/attachment/file-name.ts'
import { newScope } from '../../../../src/target/scope.ts'
import { exchangeOf } from '../../../kit/answers.ts'

const raw = (text: string) => Buffer.from(text).toString('latin1')
const base64 = (text: string) => Buffer.from(text).toString('base64')
const umlauts = 'Prüf bericht.txt'
const other = '検査 😀.pdf'

describe('the file name of a Content-Disposition', () => {
  it.each([
    ['a token', 'attachment; filename=report.txt', 'report.txt'],
    ['a token with blanks around', 'attachment ;filename = report.txt ; size=3', 'report.txt'],
    ['quoted', 'attachment; filename="report 1.txt"', 'report 1.txt'],
    ['quoted, with a semicolon', 'inline; filename="a;b.txt"; size=3', 'a;b.txt'],
    ['quoted, with quotes', 'attachment; filename="the \\"first\\" one.txt"', 'the "first" one.txt'],
    ['quoted, a backslash that escapes nothing', 'attachment; filename="a\\b.txt"', 'a\\b.txt'],
    ['in capital letters', 'ATTACHMENT; FILENAME="report.txt"', 'report.txt'],
    ['bare with a blank', 'attachment; filename=report 1.txt', 'report 1.txt'],
    ['extended', `attachment; filename*=UTF-8''Pr%C3%BCf%20bericht.txt`, umlauts],
    ['extended, with a language', `attachment; filename*=utf-8'de'Pr%c3%bcf%20bericht.txt`, umlauts],
    ['extended, in ISO 8859-1', `attachment; filename*=ISO-8859-1''Pr%FCf%20bericht.txt`, umlauts],
    [
      'extended, beside a plain one',
      `attachment; filename="Pr?f.txt"; filename*=UTF-8''Pr%C3%BCf%20bericht.txt`,
      umlauts,
    ],
    [
      'extended, before a plain one',
      `attachment; filename*=UTF-8''${encodeURIComponent(other)}; filename="x.pdf"`,
      other,
    ],
    ['an encoded word in base64', `attachment; filename="=?UTF-8?B?${base64(umlauts)}?="`, umlauts],
    ['an encoded word, quoted-printable', 'attachment; filename="=?utf-8?Q?Pr=C3=BCf_bericht.txt?="', umlauts],
    ['an encoded word in ISO 8859-1', 'attachment; filename="=?ISO-8859-1?Q?Pr=FCf_bericht.txt?="', umlauts],
    ['an encoded word amid others', 'attachment; filename="Pr=?UTF-8?B?w7w=?=f bericht.txt"', umlauts],
    ['two encoded words', 'attachment; filename="=?UTF-8?B?UHLDvGY=?= =?UTF-8?Q?_bericht.txt?="', umlauts],
    [
      'a character in two encoded words',
      'attachment; filename="=?UTF-8?Q?Pr=C3?= =?UTF-8?Q?=BCf_bericht.txt?="',
      umlauts,
    ],
    ['bytes of UTF-8', `attachment; filename="${raw(other)}"`, other],
    ['bytes of ISO 8859-1', 'attachment; filename="Prüf bericht.txt"', umlauts],
    ['percent-encoded', `attachment; filename="${encodeURIComponent(other)}"`, other],
    ['with a percent sign that encodes nothing', 'attachment; filename="100%.txt"', '100%.txt'],
  ])('is read when it is %s', (_, header, name) => {
    expect(fileNames(header)).toContain(name)
  })

  it.each([
    ['none', undefined, 'report.txt'],
    ['no name', 'attachment', 'report.txt'],
    ['another name', 'attachment; filename="download"', 'report.txt'],
    ['a name with question marks', 'attachment; filename="Pr?f bericht.txt"', umlauts],
    ['a name cut off', 'attachment; filename="report"', 'report.txt'],
    ['a name within another parameter', 'attachment; name="report.txt"', 'report.txt'],
    ['a name of which UTF-8 was taken for ISO 8859-1 twice', `attachment; filename="${raw(raw(umlauts))}"`, umlauts],
    ['an extended name in the wrong charset', `attachment; filename*=UTF-8''Pr%FCf%20bericht.txt`, umlauts],
  ])('is not found in %s', (_, header, name) => {
    expect(fileNames(header)).not.toContain(name)
  })
})

const content = (body: Buffer, encoding?: string, status = 200): Answer => {
  const plain = exchangeOf(status)
  const headers: [string, string][] = encoding === undefined ? [] : [['content-encoding', encoding]]
  return answer(
    { ...plain, response: { status, statusText: '', headers, body } },
    newScope('kit/test/case', 'abcdefghij'),
  )
}

describe('the content of an attachment', () => {
  const bytes = Buffer.from([0, 255, 13, 10, 65])

  it.each([
    ['without an encoding', content(bytes)],
    ['as identity', content(bytes, 'identity')],
    ['in a charset, which is no coding', content(bytes, 'UTF-8')],
    ['as gzip', content(gzipSync(bytes), 'gzip')],
    ['as x-gzip', content(gzipSync(bytes), ' X-GZIP ')],
    ['as brotli', content(brotliCompressSync(bytes), 'br')],
    ['as deflate', content(deflateSync(bytes), 'deflate')],
    ['as bare deflate', content(deflateRawSync(bytes), 'deflate')],
  ])('is decoded %s', (_, answered) => {
    expect(decodedContentOf(answered)?.equals(bytes)).toBe(true)
    expect(() => mustHoldBytes(answered, bytes)).not.toThrow()
    expect(givesAway(answered, bytes)).toBe(true)
  })

  it.each([
    ['that is not encoded as it says', content(bytes, 'gzip')],
    ['with a byte more', content(Buffer.concat([bytes, Buffer.from('\n')]))],
    ['with a byte less', content(bytes.subarray(0, 4))],
    ['in base64', content(Buffer.from(bytes.toString('base64')))],
    ['that is empty', content(Buffer.alloc(0))],
    ['that is refused', content(bytes, undefined, 404)],
  ])('is not taken %s', (_, answered) => {
    expect(() => mustHoldBytes(answered, bytes)).toThrow()
    expect(givesAway(answered, bytes)).toBe(false)
  })

  it('is told where it differs', () => {
    expect(() => mustHoldBytes(content(Buffer.from('abcdeX')), Buffer.from('abcdef'))).toThrow(/from byte 5 on/)
  })
})

describe('noise', () => {
  it('is the same every time and cannot be compressed', () => {
    expect(noise(4096).equals(noise(4096))).toBe(true)
    expect(gzipSync(noise(4096)).length).toBeGreaterThan(4096)
  })
})
