#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { newerSource, stampIn } from './newer-source.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const newer = newerSource(root)
if (newer === undefined) await import('../dist/bundle/main.js')
else {
  const what = existsSync(stampIn(root)) ? `the build is older than ${newer}` : 'there is no build yet'
  process.stderr.write(`fieldproof: ${what}; run npm run build\n`)
  process.exitCode = 2
}
