import { createHash } from 'node:crypto'
import { markup, type Markup } from './markup.ts'
import { script } from './script.ts'
import { style } from './style.ts'

const hashed = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Nothing is loaded from anywhere, and nothing runs but the script of the page itself, whatever a target may have answered. */
const policy = `default-src 'none'; script-src ${hashed(script)}; style-src ${hashed(style)}; base-uri 'none'; form-action 'none'`

const raw = (text: string): Markup => ({ html: text })

interface Page {
  readonly title: string
  /** Sections, the first of them with the id "verdict". */
  readonly parts: readonly Markup[]
  readonly footer: string
}

/** One file that needs nothing else. */
export const page = ({ title, parts, footer }: Page): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
<a class="skip" href="#verdict">Skip to the verdict</a>
<header><nav aria-label="Parts of the report">${navigation(parts)}</nav></header>
<main>
${parts}
</main>
<footer>${footer}</footer>
<script>${raw(script)}</script>
</body>
</html>
`.html

const names: Readonly<Record<string, string>> = {
  verdict: 'Verdict',
  causes: 'Causes',
  warnings: 'Warnings',
  history: 'History',
  interfaces: 'Interfaces',
  matrix: 'Actions and states',
  observations: 'Observations',
  traffic: 'Requests',
  known: 'Known',
  'left-out': 'Not looked at',
  problems: 'Problems',
  statements: 'Statements',
  variants: 'Lawful servers',
}

const navigation = (parts: readonly Markup[]): readonly Markup[] =>
  parts
    .flatMap(({ html }) => [...html.matchAll(/<section id="([\w-]+)"/g)].map(([, id = '']) => id))
    .map((id) => markup`<a href="#${id}">${names[id] ?? id}</a>`)
