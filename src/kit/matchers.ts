import { answers } from './matchers/answers.ts'
import { lists } from './matchers/lists.ts'
import { values } from './matchers/values.ts'

/** Pure matchers: undefined where the rule holds, else what was expected and what came. `must` throws the same. */
export const matchers = { ...values, ...lists, ...answers } as const
