import { UserError } from '../errors/user-error.ts'
import type { Catalogue } from './catalogue.ts'
import { judgedLive } from './judged.ts'
import { nearestGlobs } from './nearest-glob.ts'
import { makePlan, type Selection } from './plan.ts'

/** Throws if part of a selection matches nothing: what was not tried is neither judged nor proven. */
export function mustSelect(
  catalogue: Catalogue,
  { interfaces, only = [], heavy = false }: Pick<Selection, 'interfaces' | 'only' | 'heavy'>,
): void {
  const ids = (globs?: readonly string[], isHeavy = true) =>
    makePlan(catalogue, judgedLive(), {
      heavy: isHeavy,
      ...(interfaces ? { interfaces } : {}),
      ...(globs ? { only: globs } : {}),
    }).planned.map(({ id }) => id)
  const all = ids()
  for (const glob of only) {
    if (ids([glob], heavy).length > 0) continue
    if (ids([glob]).length > 0)
      throw new UserError(`--only '${glob}': what matches sends a lot of data, and runs with --heavy alone`, {
        todo: 'add --heavy',
      })
    const near = nearestGlobs(glob, all)
    throw new UserError(`--only '${glob}': no check${interfaces ? ` of ${interfaces.join(', ')}` : ''} matches`, {
      todo:
        near.length > 0
          ? `did you mean ${near.map((one) => `'${one}'`).join(' or ')}?`
          : '"fieldproof list checks" shows all',
    })
  }
}
