import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { marked } from '../../reports/html/finding.ts'
import { renderHtml } from '../../reports/html.ts'
import { htmlPage } from '../../src/cli/html-page.ts'
import { ended, exchange, finding, plan, planned, verdict } from './fixtures/build.ts'
import { streams } from './fixtures/streams.ts'
import { attribute, elementsOf, textIn } from '../support/page-elements.ts'

describe.each(Object.keys(streams))('%s', (name) => {
  test('is a page without parse errors, with each id once, and every link in it leads somewhere', () => {
    const html = htmlPage(streams[name] ?? [])
    const elements = elementsOf(html)
    const ids = elements.flatMap((element) => attribute(element, 'id') ?? [])
    expect(ids).toContain('verdict')
    expect(new Set(ids).size).toBe(ids.length)
    const links = elements.flatMap((element) => attribute(element, 'href') ?? [])
    expect(links.filter((link) => !link.startsWith('#') || !ids.includes(decodeURI(link.slice(1))))).toEqual([])
    expect(htmlPage(streams[name] ?? []), 'the same stream gives the same bytes').toBe(html)
  })
})

test('what a target sent is text: no element, no attribute, no script of its own', () => {
  const evil = `<script>alert(1)</script><img src=x onerror=alert(2)> ]]> --> </pre></style> "' \u2028 \u202e \u0000 ${'x'.repeat(50_000)}`
  const id = 'data/rule/case'
  const html = renderHtml(
    ended(
      [
        plan([planned(id)], { target: evil }),
        exchange({ id: 'e', url: evil, requestHeaders: [[evil, evil]], responseBody: evil, curl: evil }),
        { observation: { statement: 'A-DAT-20', check: id, saw: evil } },
        { notice: { kind: 'cleanup', text: evil } },
        verdict(id, 'fail', {
          because: evil,
          findings: [
            finding({
              exchanges: ['e'],
              expected: evil,
              actual: evil,
              symptom: evil,
              rerun: evil,
              trace: [evil],
              differs: [{ at: evil, expected: evil, actual: evil }],
            }),
          ],
        }),
      ],
      1,
    ),
  )
  const elements = elementsOf(html)
  expect(elements.filter(({ tagName }) => ['img', 'iframe', 'object', 'link'].includes(tagName))).toEqual([])
  expect(
    elements.flatMap(({ attrs }) =>
      attrs.filter(({ name }) => name.startsWith('on') || name === 'src' || name === 'style'),
    ),
  ).toEqual([])
  const scripts = elements.filter(({ tagName }) => tagName === 'script')
  expect(scripts).toHaveLength(1)
  expect(html).not.toMatch(/[\u0000\u2028\u202e]/)
  const policy = elements.flatMap((element) =>
    attribute(element, 'http-equiv') ? [attribute(element, 'content')] : [],
  )[0]
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain(`'sha256-${createHash('sha256').update(scripts.map(textIn).join('')).digest('base64')}'`)
})

test('expected and actual differ by the words that are marked', () => {
  const [one, other] = marked('status 409 with CA-27', 'status 201 with CA-27')
  expect(one.html).toBe('status <mark>409</mark> with CA-27')
  expect(other.html).toBe('status <mark>201</mark> with CA-27')
  const [asked, came] = marked('status 409 with error CA-27, and more', 'status 201 with {"data":[]}')
  expect([asked.html, came.html]).toEqual([
    'status <mark>409</mark> with error CA-27, and more',
    'status <mark>201</mark> with {&quot;data&quot;:[]}',
  ])
  expect(marked('a', 'b').map(({ html }) => html)).toEqual(['a', 'b'])
})

test('3,000 checks and 10,000 exchanges stay below 5 MB, and every check is there', () => {
  const ids = Array.from({ length: 3000 }, (_, n) => `data/rule-of-some-length-${n % 600}/a-situation-${n}`)
  const body = `{"data":[${'{"serviceCall":{"subject":"a subject"}},'.repeat(60)}]}`
  const html = renderHtml(
    ended(
      [
        plan(ids.map((id) => planned(id))),
        ...ids.flatMap((id, n) =>
          n % 3 === 0
            ? [
                ...Array.from({ length: 10 }, (_, k) => exchange({ id: `${n}-${k}`, responseBody: body })),
                verdict(id, 'fail', {
                  findings: [
                    finding({
                      symptom: `symptom ${n % 90}`,
                      requirement: `data/rule-of-some-length-${n % 600}`,
                      exchanges: Array.from({ length: 10 }, (_, k) => `${n}-${k}`),
                    }),
                  ],
                }),
              ]
            : [
                verdict(id, 'pass', {
                  saw: Array.from({ length: 5 }, (_, k) => `GET /api/data/v4/ServiceCall/${k} -> 200 (${n}-${k})`),
                }),
              ],
        ),
      ],
      1,
    ),
  )
  expect(Buffer.byteLength(html)).toBeLessThan(5_000_000)
  expect(html.match(/<li class="check"/g)).toHaveLength(3000)
})

test('what is known: a fold for each cause, the largest first, its checks by the reason of their entries', () => {
  const ids = ['data/lock/a', 'data/lock/b', 'data/lock/c', 'data/lone/a']
  const known = (id: string, because: string, symptom = 'status 409 -> 201') =>
    verdict(id, 'known', { because, findings: [finding({ symptom, requirement: id.split('/', 2).join('/') })] })
  const html = renderHtml(
    ended(
      [
        plan(ids.map((id) => planned(id))),
        known('data/lock/a', 'rewrite (ann, until 2026-03-31)'),
        known('data/lock/b', 'other team (bob, until 2026-04-30)'),
        known('data/lock/c', 'rewrite (ann, until 2026-03-31)'),
        known('data/lone/a', 'old (ann, until 2026-03-31)', 'status 404 -> 200'),
      ],
      0,
    ),
  )
  const section = /<section id="known">.*?<\/section>/s.exec(html)?.[0] ?? ''
  const elements = elementsOf(`<!doctype html><title>Known</title>${section}`)
  const texts = (tag: string) =>
    elements.filter(({ tagName }) => tagName === tag).map((element) => textIn(element).trim())
  expect(texts('p')).toEqual(['4 checks of 2 causes failed as the baseline says, and turned nothing red.'])
  expect(texts('summary')).toEqual([
    'known 3 checks: data/lock/a and 2 others: status 409 -> 201',
    'known 1 check: data/lone/a: status 404 -> 200',
  ])
  expect(texts('li')).toEqual([
    'rewrite (ann, until 2026-03-31): data/lock/a, data/lock/c',
    'other team (bob, until 2026-04-30): data/lock/b',
    'old (ann, until 2026-03-31): data/lone/a',
  ])
})
