import { currentScope } from '../target/scope.ts'
import { announce, type Check, type Head } from './check.ts'
import type { Context } from './context.ts'
import type { Testable } from './requirements.ts'

/** Records what a target does where the documents show several forms or none. Never fails it. `look` returns what was seen, in words. */
export function observe(
  requirement: Testable<'variant' | 'unshown'>,
  situation: string,
  head: Pick<Head, 'needs' | 'alone' | 'heavy'>,
  look: (context: Context) => Promise<string>,
): Check {
  return announce('observation', requirement, situation, head, async (context) => {
    const saw = await look(context)
    const scope = currentScope()
    scope?.notes.push(saw)
    if (scope) for (const exchange of scope.exchanges) scope.asserted.add(exchange)
  })
}
