import { Blocked, must, Unexercised, type Context, type Reply } from '../../../src/kit/index.ts'
import { dtosPairs } from '../expansion/steps.ts'
import { read, stored, textField, type Stored } from '../steps.ts'

export interface Pair {
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

/** The parameters with which a list of records looks at what they refer to. */
export function waysToList(context: Context, { field, to }: Pair): readonly Readonly<Record<string, string>>[] {
  const { lacks } = context.target
  return [
    {},
    ...('shaping' in lacks ? [] : [{ useExternalIds: 'true' }, { orderBy: `${field}.${textField(context, to)} asc` }]),
    ...('expansion' in lacks ? [] : [{ expand: field }]),
  ]
}

/** A list of a record alone, with such parameters. */
export const listedBy = (
  context: Context,
  { id, resource }: Stored,
  { to }: Pair,
  more: Readonly<Record<string, string>>,
) =>
  context.api.data.list(resource, {
    dtos: dtosPairs(context, resource, ...('expand' in more ? [to] : [])),
    query: { query: `id = "${id}"`, ...more },
  })

/** A record that another one refers to is gone. That it can be deleted is not stated (A-DAT-25): where it is refused, it is there as before. */
export async function mustBeGone(
  context: Context,
  { id, resource }: Pick<Stored, 'id' | 'resource'>,
  answer: Reply | undefined,
): Promise<void> {
  if (answer && answer.status >= 400 && answer.status < 500) {
    must.sameId(
      `the id of a ${resource} whose deletion was refused`,
      (await read(context.api, id, resource))?.['id'],
      id,
    )
    throw new Unexercised('the target does not delete a record that another one refers to')
  }
  must.done('the deletion', answer)
}

/** A record that refers to none yet, unless its template does: that a reference which is set may be changed is not stated. */
export async function unrelated(context: Context): Promise<{ pair: Pair; referrer: Stored }> {
  const pair = pairOf(context, 'reference')
  return { pair, referrer: await stored(context, {}, pair.resource) }
}
