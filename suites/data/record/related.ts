import { Blocked, type Context } from '../../../src/kit/index.ts'
import { stored, type Stored } from '../steps.ts'

interface Pair {
  readonly field: string
  readonly resource: string
  readonly to: string
}

export function pairOf({ target }: Context, kind: 'reference' | 'listReference'): Pair {
  const pair = target.fixtures[kind]
  if (!pair) throw new Blocked(`fixtures.${kind} is missing in the target file`)
  return pair
}

/** A record and the one it refers to, both our own. */
export async function related(context: Context): Promise<{ pair: Pair; referrer: Stored; target: Stored }> {
  const pair = pairOf(context, 'reference')
  const target = await stored(context, {}, pair.to)
  const referrer = await stored(context, { [pair.field]: target.id }, pair.resource)
  return { pair, referrer, target }
}

/** A record that refers to none yet, unless its template does: that a reference which is set may be changed is not stated. */
export async function unrelated(context: Context): Promise<{ pair: Pair; referrer: Stored }> {
  const pair = pairOf(context, 'reference')
  return { pair, referrer: await stored(context, {}, pair.resource) }
}
