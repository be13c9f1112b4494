import type { Dto } from '../../src/clients/answer.ts'
import { must, type Context } from '../../src/kit/index.ts'
import { comparable } from './steps.ts'

/** Whether the target file tells that the service works a field out: no sentence says that it takes each from its callers (A-REC-13). */
export const isComputed = ({ target }: Pick<Context, 'target'>, resource: string, field: string): boolean =>
  target.fixtures.computed?.[resource]?.includes(field) ?? false

/** More than a second: what is computed from the clock may be in whole ones. */
const betweenReadsMs = 1100

interface Rereading {
  readonly read: () => Promise<Dto>
  readonly wait: Context['wait']
}

const again = new WeakMap<Dto, Rereading>()

/** Remembers how a record was read, so that it can be read again. */
export function readableAgain(plain: Dto, how: Rereading): Dto {
  again.set(plain, how)
  return plain
}

/** The same without some of its fields. */
export function withoutFields(plain: Dto, names: readonly string[]): Dto {
  const rest = Object.fromEntries(Object.entries(plain).filter(([name]) => !names.includes(name)))
  const how = again.get(plain)
  return how ? readableAgain(rest, how) : rest
}

const kept = ['id', 'externalId', 'lastChanged', 'lastChangedBy']

/**
 * Fields of a record, read by what `readableAgain` was told, that two further reads show differently although nobody writes: what a service
 * computes at each read, which no sentence forbids. Empty where reading again is not possible.
 */
async function computedIn(plain: Dto): Promise<readonly string[]> {
  const how = again.get(plain)
  if (!how) return []
  const first = await how.read()
  await how.wait(betweenReadsMs)
  const second = await how.read()
  return Object.keys(plain).filter((name) => !kept.includes(name) && !alike(first[name], second[name]))
}

const alike = (one: unknown, other: unknown): boolean =>
  JSON.stringify(comparable(one ?? null)) === JSON.stringify(comparable(other ?? null))

/** A look at a record shows some fields as the plain read did, but for what is computed at each read. */
export async function mustShowTheSame(
  what: string,
  shown: Dto | undefined,
  plain: Dto,
  fields: readonly string[],
): Promise<void> {
  const differing = fields.filter((name) => !alike(shown?.[name], plain[name]))
  const computed = shown && differing.length > 0 ? await computedIn(plain) : []
  const compared = fields.filter((name) => !computed.includes(name))
  const told = (of: Dto) => Object.fromEntries(compared.map((name) => [name, comparable(of[name] ?? null)]))
  must.equal(what, shown && told(shown), told(plain))
}
