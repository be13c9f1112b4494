import { readdirSync } from 'node:fs'
import { announcedChecks, type Check } from '../kit/check.ts'
import { announcedRequirements, type Requirement } from '../kit/requirements.ts'

export interface Catalogue {
  readonly requirements: readonly Requirement[]
  readonly checks: readonly Check[]
}

const suites = new URL('../../suites/', import.meta.url)
const ending = import.meta.url.endsWith('.ts') ? '.ts' : '.js'

/** Imports every folder of suites/ and its chapters, and the folder of a team's own if there is one: requirements and checks, in a stable order. */
export async function loadCatalogue(own?: string): Promise<Catalogue> {
  for (const file of announcing(suites)) await import(file.href)
  if (own !== undefined) await (await import('./private-suites.ts')).loadPrivateSuites(own)
  return { requirements: announcedRequirements(), checks: announcedChecks() }
}

/** A folder's own files come before those of its chapters. */
function announcing(folder: URL): URL[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  const files = entries.filter((entry) => entry.isFile() && isAnnouncing(entry.name))
  const folders = entries.filter((entry) => entry.isDirectory())
  return [
    ...files.map(({ name }) => new URL(name, folder)),
    ...folders.flatMap(({ name }) => announcing(new URL(`${name}/`, folder))),
  ]
}

const isAnnouncing = (name: string): boolean => name === `requirements${ending}` || name.endsWith(`.check${ending}`)
