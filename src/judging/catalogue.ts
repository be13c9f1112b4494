import { readdirSync } from 'node:fs'
import { announcedChecks, type Check } from '../kit/check.ts'
import { announcedRequirements, type Requirement } from '../kit/requirements.ts'

export interface Catalogue {
  readonly requirements: readonly Requirement[]
  readonly checks: readonly Check[]
}

const suites = new URL('../../suites/', import.meta.url)
const isBuilt = import.meta.url.endsWith('.js')

/** Imports every folder of suites/ and its chapters, and the folder of a team's own if there is one: requirements and checks, in a stable order. */
export async function loadCatalogue(own?: string): Promise<Catalogue> {
  // The build lists them in one module: their files are then read side by side.
  if (isBuilt) await import(new URL('all.js', suites).href)
  else for (const file of announcing(suites, '.ts')) await import(file.href)
  if (own !== undefined) await (await import('./private-suites.ts')).loadPrivateSuites(own)
  return { requirements: announcedRequirements(), checks: announcedChecks() }
}

/** Files that announce requirements or checks; a folder's own come before those of its chapters. */
export function announcing(folder: URL, ending: '.ts' | '.js'): URL[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  const isAnnouncing = (name: string) => name === `requirements${ending}` || name.endsWith(`.check${ending}`)
  const files = entries.filter((entry) => entry.isFile() && isAnnouncing(entry.name))
  const folders = entries.filter((entry) => entry.isDirectory())
  return [
    ...files.map(({ name }) => new URL(name, folder)),
    ...folders.flatMap(({ name }) => announcing(new URL(`${name}/`, folder), ending)),
  ]
}
