// Takes the picture of a report that README.md shows, docs/report.png, from a run against the embedded platform with a fault:
//   node scripts/picture-report.mjs
// or pictures of every part of a report, light, dark, narrow and as printed, to be looked at:
//   node scripts/picture-report.mjs out/index.html FOLDER
// Needs a build and Chromium (FIELDPROOF_CHROMIUM, else /usr/bin/chromium).
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const root = fileURLToPath(new URL('..', import.meta.url))
const [, , file, folder = 'out/pictures'] = process.argv

/** A folder with the reports of a run that found something. */
async function reported() {
  const { run, startPlatform } = await import('../dist/src/api/index.js')
  const out = mkdtempSync(join(tmpdir(), 'fieldproof-picture-'))
  const platform = await startPlatform({ faults: ['lock-ignored-on-put'] })
  await run({
    target: platform.target,
    only: ['data/stale-lock-refused/put-*', 'directory/*', 'company/*'],
    seed: 7,
    out,
  })
  await platform.close()
  return out
}

async function photographed(browser) {
  if (file === undefined) {
    const out = await reported()
    const page = await browser.newPage({ viewport: { width: 1100, height: 720 } })
    await page.goto(`file://${join(out, 'index.html')}`)
    await page.screenshot({ path: join(root, 'docs/report.png') })
    return rmSync(out, { recursive: true })
  }
  mkdirSync(folder, { recursive: true })
  const looks = [
    ['light', { colorScheme: 'light', viewport: { width: 1280, height: 1000 } }],
    ['dark', { colorScheme: 'dark', viewport: { width: 1280, height: 1000 } }],
    ['narrow', { colorScheme: 'light', viewport: { width: 400, height: 1000 } }],
    ['print', { colorScheme: 'light', viewport: { width: 794, height: 1123 } }],
  ]
  for (const [name, look] of looks) {
    const page = await browser.newPage(look)
    if (name === 'print') await page.emulateMedia({ media: 'print' })
    await page.goto(`file://${resolve(file)}`)
    for (const section of await page.locator('section').all()) {
      await section.evaluate((element) => element.scrollIntoView())
      await page.screenshot({ path: join(folder, `${name}-${await section.getAttribute('id')}.png`) })
    }
  }
}

const executablePath = process.env.FIELDPROOF_CHROMIUM ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
await photographed(browser).finally(() => browser.close())
// The thread of the platform may outlive its close.
process.exit()
