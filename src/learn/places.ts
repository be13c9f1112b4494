import type { SourceFile } from './learned.ts'
import type { Occurrences } from './seen.ts'

/** Entries as the overlay writes them: numbers where there is but one recording, else `file:entry`. */
type Place = number | string
export interface SeenJson {
  readonly count: number
  readonly first: Place
  readonly last: Place
}

export interface Places {
  json(seen: Occurrences): SeenJson
  seen(json: SeenJson): Occurrences
}

export function placesIn(files: ReadonlyArray<Pick<SourceFile, 'name'>>): Places {
  const only = files.length === 1 ? `${files[0]?.name}:` : undefined
  const shown = (at: string): Place => (only === undefined ? at : Number(at.slice(only.length)))
  const meant = (at: Place): string => (typeof at === 'number' ? `${files[0]?.name}:${at}` : at)
  return {
    json: ({ count, first, last }) => ({ count, first: shown(first), last: shown(last) }),
    seen: ({ count, first, last }) => ({ count, first: meant(first), last: meant(last) }),
  }
}

/** In words: how often, and where. */
export function occurrencesInWords({ count, first, last }: SeenJson, of?: number): string {
  const where = first === last ? `entry ${first}` : `entries ${first} to ${last}`
  return of === undefined ? `${count === 1 ? 'once' : `${count} times`}, ${where}` : `${count} of ${of}, ${where}`
}
