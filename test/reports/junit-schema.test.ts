import { XmlDocument, XmlElement, XsdValidator } from 'libxml2-wasm'
import { afterAll, expect, test } from 'vitest'
import { renderJUnit } from '../../reports/junit.ts'
import { verdictWords, type StreamRecord } from '../../src/verdict/stream.ts'
import { read } from '../architecture/tree.ts'
import { ended, exchange, finding, plan, planned, verdict } from './fixtures/build.ts'
import { streams } from './fixtures/streams.ts'

const schema = XmlDocument.fromString(read('test/reports/junit.xsd'))
const validator = XsdValidator.fromDoc(schema)
afterAll(() => {
  validator.dispose()
  schema.dispose()
})

/** Undefined if libxml2 reads it and the schema holds, else what they say. */
function faultOf(xml: string): string | undefined {
  try {
    const document = XmlDocument.fromString(xml)
    try {
      validator.validate(document)
    } finally {
      document.dispose()
    }
    return undefined
  } catch (error) {
    return String(error)
  }
}

const check = 'data/stale-lock-refused/put-after-patch'

test.each(Object.keys(streams))('%s is valid by the schema', (name) => {
  expect(faultOf(renderJUnit(streams[name] ?? []))).toBeUndefined()
})

/** What XML cannot carry, what ends a section or an attribute, and what would be an element or an entity of a target's own. */
const hostile = [
  ...Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)),
  ...['\u007f', '\u0085', '\u2028', '\ufffe', '\uffff', '\ud800', '\udc00', '\ud83d\ude00', '\u202e'],
  ...[']]>', ']]]]>>', '<![CDATA[', '-->', '<!--', '<?xml?>', '<!DOCTYPE x>', '&x;', '&#0;', '"', "'", '</testcase>'],
]
const all = hostile.join(' ')
const said = (is: (typeof verdictWords)[number], evil: string): StreamRecord[] =>
  ended(
    [
      plan([planned(check)], { target: evil }),
      exchange({ url: evil, requestHeaders: [[evil, evil]], requestBody: evil, responseBody: evil, curl: evil }),
      { notice: { kind: 'unjudged', text: evil } },
      { notice: { kind: 'baseline', text: evil } },
      verdict(check, is, {
        because: evil,
        saw: [evil],
        findings: [finding({ rule: evil, expected: evil, actual: evil, rerun: evil, trace: [evil], sentence: evil })],
      }),
    ],
    1,
  )

test.each(verdictWords)('%s with hostile text in each place is valid, and its text stays text', (word) => {
  for (const evil of [...hostile, all])
    expect(faultOf(renderJUnit(said(word, evil))), JSON.stringify(evil)).toBeUndefined()
  const document = XmlDocument.fromString(renderJUnit(said(word, all)))
  const names = new Set(document.find('//*').flatMap((node) => (node instanceof XmlElement ? node.name : [])))
  document.dispose()
  const known = [
    'testsuites',
    'testsuite',
    'properties',
    'property',
    'testcase',
    'failure',
    'error',
    'skipped',
    'system-out',
  ]
  expect([...names].filter((name) => !known.includes(name))).toEqual([])
})

test('the schema holds something: each of these is refused', () => {
  const xml = renderJUnit(streams['fail'] ?? [])
  const broken: readonly (readonly [RegExp, string])[] = [
    [/ tests="\d+"/, ' tests="some"'],
    [/ failures="\d+"/, ''],
    [/ timestamp="[^"]*"/, ' timestamp="yesterday"'],
    [/ time="[^"]*"/, ' time="-1"'],
    [/<properties>/, '<properties><note/>'],
    [/ classname="[^"]*"/, ''],
    [/<failure /, '<fault '],
    [/<system-out>/, '<system-out><b/>'],
    [/ message="/, ' message="\u0000'],
    [/ message="/, ' message="<'],
    [/<\/testsuites>/, ''],
  ]
  for (const [from, to] of broken) {
    expect(xml).toMatch(from)
    expect(faultOf(xml.replace(from, to)), String(from)).toBeDefined()
  }
})
