import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { renderProof } from '../../reports/html/proof.ts'
import { renderHtml } from '../../reports/html.ts'
import { proof } from '../reports/fixtures/proof.ts'
import { barriers, browserHere, opened, startBrowser } from './browser.ts'
import { everything } from './everything.ts'

/** Text that paper does not show: neither what a reader works with, nor a rule of which all checks pass. */
const unseen = `[...document.querySelectorAll('main *')]
  .filter((part) => [...part.childNodes].some((child) => child.nodeType === 3 && child.data.trim() !== ''))
  .filter((part) => !part.closest('.tools, .copy, .rule:not([open]), svg, script, style'))
  .filter((part) => !part.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true, opacityProperty: true }))
  .map((part) => part.outerHTML.slice(0, 200))`

/** What stays where it is while pages go by, and would lie over their text. */
const floating = `[...document.querySelectorAll('body *')]
  .filter((part) => ['fixed', 'sticky'].includes(getComputedStyle(part).position) && part.checkVisibility())
  .map((part) => part.outerHTML.slice(0, 200))`

/** Paper does not scroll: what a box cuts off is lost. */
const cut = `[...document.querySelectorAll('main *')]
  .filter((part) => part.checkVisibility() && getComputedStyle(part).overflow !== 'visible')
  .filter((part) => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1)
  .map((part) => part.outerHTML.slice(0, 200))`

/** What ends to the right of the sheet. */
const beside = `[...document.querySelectorAll('main *')]
  .filter((part) => part.checkVisibility() && part.getBoundingClientRect().right > innerWidth + 1)
  .map((part) => part.outerHTML.slice(0, 200))`

const closed = `document.querySelectorAll('details:not([open])').length`

/** What keyboards reach, in the order of the page. The squares of a chart lead where the table below them does, and are passed over. */
const reachable = `[...document.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')]
  .filter((part) => part.getAttribute('tabindex') !== '-1')
  .filter((part) => part.checkVisibility({ visibilityProperty: true }))`

describe('the HTML report on paper and by keyboard', () => {
  beforeEach((context) => {
    if (browserHere === undefined) context.skip('no Chromium here')
  })
  let browser: Browser
  let folder: string
  const pages = { report: renderHtml(everything), proof: renderProof(proof) }
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fieldproof-test-'))
    for (const [name, html] of Object.entries(pages)) writeFileSync(join(folder, `${name}.html`), html)
    if (browserHere !== undefined) browser = await startBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    if (folder) rmSync(folder, { recursive: true })
  })
  const seen = (page: Page, what: string) => page.evaluate(what) as Promise<readonly string[]>

  test.each(['report', 'proof'])('%s: paper has all that matters, and nothing lies over it', async (name) => {
    const { page, said } = await opened(browser, join(folder, `${name}.html`), { scheme: 'dark' })
    expect(await seen(page, floating), 'on a screen its tools stay').not.toEqual([])
    const before = await page.evaluate(closed)
    // A sheet of A4 within its margins.
    await page.setViewportSize({ width: 718, height: 1000 })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
    for (const what of [unseen, floating, cut, beside]) expect(await seen(page, what), what).toEqual([])
    expect(await barriers(page, ['color-contrast'])).toEqual([])
    expect(await page.evaluate(`getComputedStyle(document.body).backgroundColor`), 'paper is white').toBe(
      'rgb(255, 255, 255)',
    )
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`)
    expect(await page.evaluate(closed), 'what was folded is folded again').toBe(before)
    await page.evaluate(
      `document.querySelector('main').insertAdjacentHTML('beforeend', '<details><p>folded</p></details>')`,
    )
    expect(await seen(page, unseen), 'and what is not shown would be told').not.toEqual([])
    const pdf = await page.pdf({ format: 'A4' })
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(said).toEqual([])
    await page.close()
  })

  test.each(['report', 'proof'])(
    '%s: Tab reaches all that can be worked, in order, seen, and gets out',
    async (name) => {
      const { page } = await opened(browser, join(folder, `${name}.html`))
      await page.evaluate(`window.places = ${reachable}; window.walked = []`)
      const places = (await page.evaluate(`places.length`)) as number
      expect(places).toBeGreaterThan(5)
      for (let step = 0; step < places; step += 1) {
        await page.keyboard.press('Tab')
        await page.evaluate(`walked.push(document.activeElement)`)
      }
      const off = `walked.flatMap((part, n) => part === places[n] ? [] : [n + ': ' + part.outerHTML.slice(0, 99) + ' for ' + places[n].outerHTML.slice(0, 99)])`
      expect((await seen(page, off)).slice(0, 3)).toEqual([])
      await page.keyboard.press('Tab')
      expect(await page.evaluate(`places.indexOf(document.activeElement)`), 'out of the page').toBeLessThanOrEqual(0)
      await page.close()
    },
  )

  test('the keys work what they reach: skip link, folded parts, copying', async () => {
    const { page } = await opened(browser, join(folder, 'report.html'))
    await page.keyboard.press('Tab')
    const ringed = await page.evaluate(`getComputedStyle(document.activeElement).outlineStyle`)
    expect([await page.locator('.skip').evaluate((link) => link.matches(':focus')), ringed]).toEqual([true, 'solid'])
    await page.keyboard.press('Enter')
    expect(page.url()).toMatch(/#verdict$/)
    const part = page.locator('details:not([open]) > summary:visible').first()
    await part.focus()
    await part.evaluate((summary) => summary.setAttribute('data-tried', ''))
    await page.keyboard.press('Enter')
    expect(await page.locator('details[open] > summary[data-tried]').count()).toBe(1)
    await page.keyboard.press('Space')
    expect(await page.locator('details:not([open]) > summary[data-tried]').count()).toBe(1)
    const copy = page.locator('.copy:visible').first()
    const copied = await copy.evaluate((button) => button.previousElementSibling?.textContent)
    await copy.focus()
    await page.keyboard.press('Enter')
    await page.waitForTimeout(100)
    const got = `document.querySelector('.copy:focus').textContent === 'Copied' ? navigator.clipboard.readText().catch(() => 'copied') : getSelection().toString()`
    expect(copied).toBeTruthy()
    expect(['copied', copied]).toContain(await page.evaluate(got))
    await page.close()
  })
})
