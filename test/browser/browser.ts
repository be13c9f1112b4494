import axe from 'axe-core'
import { existsSync } from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright-core'

/** The browser of this machine, if it has one. */
export const browserHere = [process.env['FIELDPROOF_CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (file) => file !== undefined && existsSync(file),
)

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: browserHere as string, args: ['--no-sandbox', '--disable-gpu'] })

export interface OpenedPage {
  readonly page: Page
  /** Addresses that the page asked for beside its own; empty if it keeps to itself. */
  readonly asked: string[]
  /** Errors of scripts, refused content, and dialogs. */
  readonly said: string[]
}

/** A page of this file, with whatever it asks for and says. */
export async function opened(
  browser: Browser,
  file: string,
  { scheme = 'light', hash = '' }: { scheme?: 'light' | 'dark'; hash?: string } = {},
): Promise<OpenedPage> {
  const page = await browser.newPage({ colorScheme: scheme, viewport: { width: 1280, height: 900 } })
  const address = `file://${file}`
  const asked: string[] = []
  const said: string[] = []
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== address) asked.push(request.url())
  })
  page.on('pageerror', (error) => said.push(error.message))
  page.on('dialog', (dialog) => {
    said.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text())
  })
  await page.goto(`${address}${hash}`)
  return { page, asked, said }
}

/** What axe calls serious or worse, each with the first element that shows it; by these of its rules, or all. */
export async function barriers(page: Page, rules: readonly string[] = []): Promise<readonly string[]> {
  // The policy of the page lets no script in; what the debugger evaluates is not of the page.
  await page.evaluate(axe.source)
  const found = await page.evaluate(async (only) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(
      only.length > 0 ? { runOnly: [...only] } : {},
    )
    return violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes[0]?.html.slice(0, 300) }))
  }, rules)
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, html }) => `${id}: ${html}`)
}
