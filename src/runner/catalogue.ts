import { readdirSync } from 'node:fs'
import { announcedChecks, type Check } from '../kit/check.ts'
import { announcedRequirements, type Requirement } from '../kit/requirements.ts'

export interface Catalogue {
  readonly requirements: readonly Requirement[]
  readonly checks: readonly Check[]
}

const suites = new URL('../../suites/', import.meta.url)
const ending = import.meta.url.endsWith('.ts') ? '.ts' : '.js'

/** Imports every room of suites/: its catalogue of requirements and its checks, in a stable order. */
export async function loadCatalogue(): Promise<Catalogue> {
  const rooms = readdirSync(suites, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name).sort()
  for (const room of rooms) {
    const files = readdirSync(new URL(`${room}/`, suites)).filter((name) => name === `requirements${ending}` || name.endsWith(`.check${ending}`)).sort()
    for (const file of files) await import(new URL(`${room}/${file}`, suites).href)
  }
  return { requirements: announcedRequirements(), checks: announcedChecks() }
}
