import markdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { code, fenced, inline } from '../../reports/markdown/inert.ts'
import { renderHtml } from '../../reports/html.ts'
import { renderMarkdown } from '../../reports/markdown.ts'
import { ended, finding, plan, planned, verdict } from './fixtures/build.ts'
import { streams } from './fixtures/streams.ts'

const pass = streams['pass'] ?? []

/** As GitHub reads it: HTML stays HTML, bare addresses become links. */
const reader = markdownIt({ html: true, linkify: true })
const tokensOf = (text: string) => reader.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])])

test.each(Object.keys(streams))('%s holds no link, no picture, and no HTML but what folds exchanges', (name) => {
  const tokens = tokensOf(renderMarkdown(streams[name] ?? []))
  expect(tokens.filter(({ type }) => ['link_open', 'image', 'html_inline'].includes(type))).toEqual([])
  const html = new Set(tokens.filter(({ type }) => type === 'html_block').map(({ content }) => content.trim()))
  for (const block of html) expect(['<details><summary>Exchange</summary>', '</details>']).toContain(block)
  expect(tokens.some(({ type }) => type === 'heading_open')).toBe(true)
})

test('headings are ours alone, and what a target sent is read back whole', () => {
  const tokens = tokensOf(renderMarkdown(streams['commands'] ?? []))
  const headings = tokens.flatMap(({ type }, at) => (type === 'heading_open' ? [tokens[at + 1]?.content] : []))
  expect(headings).toEqual([
    expect.stringMatching(/^Fieldproof: Not conformant/),
    expect.stringMatching(/^1\. Failed: `data\//),
    'Also to know',
  ])
  const fences = tokens.filter(({ type }) => type === 'fence').map(({ content }) => content)
  for (const part of ['::error::two', '````', '# six <img src=x', '[seven](http://evil.example)'])
    expect(fences.some((fence) => fence.includes(part))).toBe(true)
})

test('a table has as many cells in each row as in its head', () => {
  const lines = renderMarkdown(streams['fail'] ?? [])
    .split('\n')
    .filter((line) => line.startsWith('|'))
  expect(lines.length).toBeGreaterThan(3)
  expect(new Set(lines.map((line) => line.split('|').length)).size).toBe(1)
})

test.each(['`', '``a`', ' b ', '```\n````\n', '', '\\', '<!--', '~~~', '- a', '\t'])('%j is text', (text) => {
  const tokens = tokensOf(`x ${inline(text)} ${code(text)}\n\n${fenced(text)}\n`)
  expect(
    tokens
      .map(({ type }) => type)
      .filter((type) => !/^(?:paragraph|inline|text|code_inline|fence|softbreak)/.test(type)),
  ).toEqual([])
  expect(tokens.find(({ type }) => type === 'fence')?.content.trimEnd()).toBe(text.trimEnd())
})

test('tells what the seed did not draw, as the page does', () => {
  for (const text of [renderMarkdown(streams['undrawn'] ?? []), renderHtml(streams['undrawn'] ?? [])])
    expect(text).toContain(
      '320 checks of sampled tables were not drawn this time (data 1, token 319); another --seed draws others, --heavy takes all',
    )
})

test('checks side by side wait longer than the run takes: what is told is how long any of them did', () => {
  for (const text of [renderMarkdown(streams['undrawn'] ?? []), renderHtml(streams['undrawn'] ?? [])])
    expect(text).toContain('314 requests in 20.4 s; in 11.3 s of it, checks waited on purpose')
  // A stream of an earlier version holds the sum alone.
  const [head, end] = [pass.slice(0, -1), pass.at(-1) as { end: object }]
  expect(renderMarkdown([...head, { end: { ...end.end, waitedMs: 90_000 } } as never])).toContain(
    '314 requests in 20.4 s.',
  )
})

test('a thousand causes stay within what a job page takes', () => {
  const ids = Array.from({ length: 1000 }, (_, n) => `data/rule-${n}/case`)
  const records = ended(
    [
      plan(ids.map((id) => planned(id))),
      ...ids.map((id) =>
        verdict(id, 'fail', {
          findings: [finding({ requirement: id, symptom: `${id}: other`, actual: 'x'.repeat(20_000) })],
        }),
      ),
    ],
    1,
  )
  const text = renderMarkdown(records)
  expect(Buffer.byteLength(text)).toBeLessThan(700_000)
  expect(text).toMatch(/### \d+ further causes/)
})

test('stays below what a job page takes, in bytes, whatever the script of the texts', () => {
  const ids = Array.from({ length: 400 }, (_, at) => `data/a/c${at}`)
  const long = 'ж'.repeat(2500)
  const records = ended(
    [
      plan(ids.map((id) => planned(id))),
      ...ids.map((id, at) =>
        verdict(id, 'fail', {
          findings: [finding({ expected: long, symptom: `s ${at}`, requirement: id, fingerprint: `${at}` })],
        }),
      ),
    ],
    1,
  )
  const bytes = Buffer.byteLength(renderMarkdown(records))
  expect(bytes).toBeGreaterThan(400_000)
  expect(bytes).toBeLessThan(1024 * 1024 * 0.7)
})
