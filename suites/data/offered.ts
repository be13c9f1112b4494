import { Blocked, Unexercised, type Context } from '../../src/kit/index.ts'
import { call, knownText } from './steps.ts'

const partner = 'BusinessPartner'

/** Whether calls can be given partners: a target may have one resource, or take its partners from elsewhere. */
export const hasPartners = ({ target }: Pick<Context, 'target'>): boolean =>
  partner in target.templates && !('reference' in target.lacks)

/** A resource beside service calls, of which records can be made. */
export function anotherResource({ target }: Pick<Context, 'target'>): string {
  const known = Object.keys(target.templates).filter((name) => name in target.dtos)
  const to = [target.fixtures.reference?.to, partner].find((name) => name !== undefined && known.includes(name))
  const found = to ?? known.find((name) => name !== call && name !== 'Attachment')
  if (found === undefined) throw new Unexercised('the target file has a template of one resource only')
  return found
}

/** What drawnResource names, if there is one. */
export function resourceBeside({ target, seed }: Pick<Context, 'target' | 'seed'>): string | undefined {
  const others = resourcesBeside({ target })
  return others[seed % Math.max(others.length, 1)]
}

const resourcesBeside = ({ target }: Pick<Context, 'target'>): readonly string[] =>
  Object.keys(target.templates).filter(
    (name) => name !== call && name !== 'Attachment' && (target.dtos[name]?.syncBase ?? 0) >= 9,
  )

/** A resource beside the one of the documents' examples, another in each run: what holds of records holds of all. */
export function drawnResource({ target, seed }: Pick<Context, 'target' | 'seed'>): string {
  const one = resourceBeside({ target, seed })
  if (one === undefined)
    throw new Blocked('templates has no resource beside ServiceCall whose records have external ids')
  return one
}

/** The same, of a check that writes or asks for a text: no sentence says that each resource has one. */
export function drawnWithText({ target, seed }: Pick<Context, 'target' | 'seed'>): string {
  const named = resourcesBeside({ target }).filter((name) => knownText({ target }, name) !== undefined)
  return named[seed % Math.max(named.length, 1)] ?? drawnResource({ target, seed })
}

/** Each resource has versions of its own: that another has an older one says nothing of this. */
export function mustHaveOlder({ target }: Pick<Context, 'target'>, resource: string = call): void {
  if (!target.dtos[resource]?.older) throw new Unexercised(`dtos.${resource} names no older version in the target file`)
}
