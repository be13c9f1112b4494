import { existsSync, readFileSync } from 'node:fs'

/** The kit's version, from its package.json (sources and dist/ are at different depths). */
export function version(): string {
  for (const up of ['../../package.json', '../../../package.json']) {
    const file = new URL(up, import.meta.url)
    if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
  }
  return 'unknown'
}
