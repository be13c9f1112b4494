import { Blocked } from './blocked.ts'
import type { Target } from './target.ts'

/** `Resource.version` as the target file says; blocked if it names none. */
export function dtoPair({ dtos }: Pick<Target, 'dtos'>, resource: string, which?: 'older'): string {
  const versions = dtos[resource]
  if (!versions) throw new Blocked(`it needs a DTO version of ${resource}: set dtos.${resource} in the target file`)
  return `${resource}.${(which && versions.older?.version) ?? versions.version}`
}
