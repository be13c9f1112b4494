import { existsSync, readFileSync } from 'node:fs'

/** The kit's version, from the package it stands in (sources and dist/ lie at different depths). */
export function version(): string {
  for (const up of ['../../package.json', '../../../package.json']) {
    const file = new URL(up, import.meta.url)
    if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
  }
  return 'unknown'
}
