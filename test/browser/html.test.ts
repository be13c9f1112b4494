import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { renderProof } from '../../reports/html/proof.ts'
import { renderHtml } from '../../reports/html.ts'
import { htmlPage } from '../../src/cli/html-page.ts'
import type { StreamRecord } from '../../src/verdict/stream.ts'
import { ended, exchange, finding, plan, planned, verdict } from '../reports/fixtures/build.ts'
import { proof } from '../reports/fixtures/proof.ts'
import { streams } from '../reports/fixtures/streams.ts'
import { barriers, browserHere, opened, startBrowser } from './browser.ts'
import { checks, everything, knownToo } from './everything.ts'

/** What is evaluated in the page is text: the tests know no DOM. */
const unfold = `document.querySelectorAll('details').forEach((part) => { part.open = true })`
// By a locator: the page's own policy forbids what a polled expression would need.
const told = (page: Page, text: string) => page.locator('#told', { hasText: new RegExp(`^\\s*${text}`) }).waitFor()
interface Placed {
  getBoundingClientRect(): { readonly top: number }
}

const many = (): readonly StreamRecord[] => {
  const ids = Array.from({ length: 3000 }, (_, n) => `data/rule-of-some-length-${n % 600}/a-situation-${n}`)
  const body = `{"data":[${'{"serviceCall":{"subject":"a subject"}},'.repeat(60)}]}`
  return ended(
    [
      plan(ids.map((id) => planned(id))),
      ...ids.flatMap((id, n) => {
        if (n % 3 > 0) return [verdict(id, 'pass', { saw: [`GET /api/data/v4/ServiceCall/${n} -> 200 (${n}-0)`] })]
        const exchanges = Array.from({ length: 10 }, (_, k) => `${n}-${k}`)
        const one = finding({
          symptom: `symptom ${n % 90}`,
          requirement: `data/rule-of-some-length-${n % 600}`,
          exchanges,
        })
        return [
          ...exchanges.map((own) => exchange({ id: own, responseBody: body })),
          verdict(id, 'fail', { findings: [one] }),
        ]
      }),
    ],
    1,
  )
}

/** From the opening of a page to the answer of its search. */
const interactiveMs = 2000

describe('the HTML report in a browser', () => {
  beforeEach((context) => {
    if (browserHere === undefined) context.skip('no Chromium here')
  })
  let browser: Browser
  let folder: string
  const files = new Map<string, string>()
  const written = (name: string, records: readonly StreamRecord[]): string => {
    const file = files.get(name) ?? join(folder, `${name}.html`)
    if (!files.has(name)) writeFileSync(file, htmlPage(records))
    files.set(name, file)
    return file
  }
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fieldproof-test-'))
    if (browserHere !== undefined) browser = await startBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    if (folder) rmSync(folder, { recursive: true })
  })
  const everywhere = (options?: Parameters<typeof opened>[2]) =>
    opened(browser, written('everything', everything), options)
  const focused = (page: Page) => page.evaluate('document.activeElement.id')
  const shownChecks = (page: Page) => page.locator('.check:visible').count()

  test.each(['light', 'dark'] as const)('%s: nothing keeps people out', async (scheme) => {
    const file = join(folder, 'few.html')
    // With few statements: axe looks at each element of a page.
    writeFileSync(file, renderHtml(everything))
    const { page } = await opened(browser, file, { scheme })
    await page.evaluate(unfold)
    expect(await barriers(page)).toEqual([])
    await page.evaluate(`document.querySelector('main').insertAdjacentHTML('beforeend', '<input>')`)
    expect(await barriers(page, ['label']), 'and it would be seen').not.toEqual([])
    await page.close()
  })

  test('the page of a proof keeps nobody out, runs nothing, and is searched like a report', async () => {
    const file = join(folder, 'proof.html')
    writeFileSync(file, renderProof(proof))
    const { page, asked, said } = await opened(browser, file)
    await page.keyboard.press('/')
    await page.keyboard.type('names-are-lost')
    await told(page, '0 checks and 1 statements')
    expect(await page.locator('.statement:visible').count()).toBe(1)
    await page.evaluate(unfold)
    expect(await barriers(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await barriers(page, ['color-contrast']), 'dark').toEqual([])
    expect({ asked, said }).toEqual({ asked: [], said: [] })
    await page.close()
  })

  test('what a target sent runs nothing and asks for nothing', async () => {
    for (const [name, records] of [
      ['everything', everything],
      ['hostile', streams['hostile']],
      ['commands', streams['commands']],
    ] as const) {
      const { page, asked, said } = await opened(browser, written(name, records ?? []))
      await page.evaluate(unfold)
      expect(await page.locator('main img, main script, a[href^="javascript"]').count()).toBe(0)
      expect({ asked, said }).toEqual({ asked: [], said: [] })
      expect(await page.locator('#verdict').isVisible()).toBe(true)
      await page.close()
    }
  })

  test('search and filters by keyboard', async () => {
    const { page } = await everywhere()
    await page.keyboard.press('/')
    expect(await focused(page)).toBe('words')
    await page.keyboard.type('data/two')
    await told(page, '1 checks')
    expect(await shownChecks(page)).toBe(1)
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('is')
    await page.keyboard.type('red')
    await told(page, '2 checks')
    expect(await shownChecks(page)).toBe(2)
    await page.close()
  })

  test('a deep link opens what it points at, also when a filter hides it', async () => {
    const { page } = await everywhere({ hash: `#${checks[3]}` })
    const place = page.locator(`[id="${checks[3]}"]`)
    expect(await place.isVisible()).toBe(true)
    expect(await place.evaluate((element) => (element as unknown as Placed).getBoundingClientRect().top)).toBeLessThan(
      900,
    )
    await page.locator('#is').selectOption('pass')
    await place.waitFor({ state: 'hidden' })
    await page.evaluate(`location.hash = '#A-DAT-20'`)
    await page.locator('[id="A-DAT-20"]').waitFor({ state: 'visible' })
    await page.close()
  })

  test('what is known stands by cause, and unfolds by keyboard to checks that lead somewhere', async () => {
    const { page } = await everywhere()
    const folds = page.locator('#known details')
    expect(await folds.locator('summary').allInnerTexts()).toEqual([
      expect.stringMatching(/^known 3 checks: data\/four\/a and 2 others/),
      expect.stringMatching(/^known 1 check: data\/two\/a/),
    ])
    const last = folds.locator('a', { hasText: knownToo[2] })
    expect(await last.isVisible()).toBe(false)
    await folds.locator('summary').first().press('Enter')
    expect(await last.isVisible()).toBe(true)
    await last.press('Enter')
    await page.locator(`[id="${knownToo[2]}"]`).waitFor({ state: 'visible' })
    await page.close()
  })

  test('the matrix says what was seen in each cell, and leads to the check', async () => {
    const { page } = await everywhere()
    expect(await page.locator('.matrix tbody td').allInnerTexts()).toEqual([
      expect.stringContaining('carried out'),
      expect.stringContaining('not seen (1)'),
    ])
    await page.locator('.matrix a[aria-label^="201 in"]').press('Enter')
    await page.locator(`[id="${checks[0]}"]`).waitFor({ state: 'visible' })
    await page.close()
  })

  test('3,000 checks and 10,000 exchanges: at most 5 MB, and soon there', async () => {
    const file = written('many', many())
    expect(statSync(file).size).toBeLessThan(5_000_000)
    // What else the machine does only slows it: the quickest of some tries is the page's own time.
    let soonest = Infinity
    for (let tries = 0; tries < 5 && soonest > interactiveMs; tries += 1) {
      const before = performance.now()
      const { page } = await opened(browser, file)
      const opening = performance.now() - before
      await page.locator('#words').fill('situation-2999')
      await told(page, '1 checks')
      const found = performance.now() - before
      console.log(
        `a page of ${(statSync(file).size / 1e6).toFixed(1)} MB: open in ${Math.round(opening)} ms, searched in ${Math.round(found)} ms`,
      )
      soonest = Math.min(soonest, found)
      await page.close()
    }
    expect(soonest).toBeLessThan(interactiveMs)
  })
})
