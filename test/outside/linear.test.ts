import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { visible, visibleLine } from '../../reports/visible.ts'
import { misframed } from '../../recorder/framing.ts'
import { requestIn, responseIn } from '../../src/batch/http-head.ts'
import { boundaryIn, readMessage } from '../../src/batch/read.ts'
import { formsOf } from '../../src/clients/html-form.ts'
import { parse } from '../../src/cql/parse.ts'
import { excessOfBody, excessOfJson } from '../../src/exchange/bounds.ts'
import { momentOf } from '../../src/exchange/moment.ts'
import { harContentOf, showsSecret } from '../../src/har/content.ts'
import { createRedactor } from '../../src/redact/redactor.ts'
import { unescaped } from '../../src/redact/unescaped.ts'
import { fileNames } from '../../suites/data/attachment/file-name.ts'
import { growth } from '../support/growth.ts'

const redactor = createRedactor({ secrets: ['s3cret-of-many-letters'] })
const bytes = (text: string) => Buffer.from(text, 'latin1')
const part = (text: string) => ({ headers: [], content: bytes(text), offset: 0 })

/** Everything that reads what somebody else wrote. */
const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  'the boundary of a Content-Type': (text) => boundaryIn(`multipart/mixed${text}`),
  'a message by its Content-Type': (text) => readMessage(`multipart/mixed${text}`, bytes('--x\r\n\r\n--x--')),
  'a message by its bytes': (text) => readMessage('multipart/mixed; boundary=x', bytes(`--x\r\n${text}`)),
  'a message without boundary': (text) => readMessage('multipart/mixed', bytes(text)),
  'a Content-Disposition': (text) => fileNames(`attachment${text}`),
  'the request in a part': (text) => requestIn(part(`GET /a HTTP/1.1\r\n${text}`)),
  'the response in a part': (text) => responseIn(part(`HTTP/1.1 200 OK\r\n${text}`)),
  'the lengths of a request': (text) =>
    misframed({
      headers: { host: 'a', 'transfer-encoding': text, connection: text },
      rawHeaders: ['Host', 'a', 'Connection', text],
      httpVersion: '1.1',
    } as unknown as IncomingMessage),
  'a query': (text) => parse(`subject = ${text}`),
  'a text in a query': (text) => parse(`subject like "${text}`),
  'a list in a query': (text) => parse(`id in ("a"${text}`),
  'how much JSON there is': (text) => excessOfJson(text),
  'how much there is in a body': (text) => excessOfBody('multipart/mixed; boundary=x', text),
  'a moment': (text) => momentOf(`2026-01-01T${text}`),
  'a text in escapes': (text) => unescaped(`%41${text}`),
  'the forms of a page': (text) => formsOf(text),
  'the forms of a page that begins one': (text) => formsOf(`<form action="/">${text}`),
  'the forms of a page with one': (text) => formsOf(`<form>${text}</form>`),
  'a line of a report': (text) => visibleLine(text),
  'text of a report': (text) => visible(text),
  'a redacted text': (text) => redactor.text(text),
  'a redacted body': (text) =>
    harContentOf({ bytes: bytes(text), size: text.length }, [['Content-Type', 'text/plain']], redactor),
  'a form body': (text) =>
    harContentOf(
      { bytes: bytes(text), size: text.length },
      [['Content-Type', 'application/x-www-form-urlencoded']],
      redactor,
    ),
  'a search for secrets': (text) => showsSecret(text, redactor),
}

/** What is repeated: characters and pieces at which readers look ahead or go back. */
const units = [
  ' ',
  '\t',
  '\n',
  ' \n',
  '\r\n',
  ';',
  '; ',
  ';boundary=',
  '; boundary="',
  '"',
  '\\',
  '\\"',
  '=',
  '&',
  'a=',
  '%',
  '%4',
  '<',
  '<form ',
  '<input ',
  '(',
  '{',
  '[',
  '":',
  ',',
  '--',
  '\r\n--',
  '--x',
  "filename*=''",
  '; filename="',
  '=?',
  '?=',
  'Bearer ',
  'Authorization: Basic ',
  '\u0000',
  'password=',
  '%61',
  '\\u0061',
  ' and ',
  'not (',
  ' or a=b',
  'like "%',
  '5\r\n',
  'a: b\r\n',
  'Set-Cookie: a=',
]

test.each(Object.keys(parsers))('%s: time grows with the length, whatever is repeated', (name) => {
  const read = parsers[name] as (text: string) => unknown
  const slow = units.flatMap((unit) => {
    const dear = growth((size) => read(unit.repeat(Math.ceil(size / unit.length))), [2000, 32_000], 6)
    return dear >= 6 ? [`${JSON.stringify(unit)}: ${dear.toFixed(1)}`] : []
  })
  expect(slow).toEqual([])
})
