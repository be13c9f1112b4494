import { announceCheck as single } from './check.ts'
import { model } from './model.ts'
import { property } from './property.ts'

/** `check(...)`, `check.property(...)` and `check.model(...)`: the same head, different bodies. */
export const check = Object.assign(single, { property, model })

export type { Check, Head } from './check.ts'
export type { Context } from './context.ts'
export { eventually } from './eventually.ts'
export type { FastCheck } from './explore.ts'
export { matchers } from './matchers.ts'
export { Breach } from './mismatch.ts'
export { must, settle } from './must.ts'
export { observe } from './observe.ts'
export { rely } from './rely.ts'
export { requirements, type Requirement } from './requirements.ts'
export { show } from './show.ts'
export { keyOf } from '../clients/data.ts'
export { Blocked } from '../target/blocked.ts'
export { Inconclusive } from '../target/inconclusive.ts'
export { plainId, sameId } from '../exchange/plain-id.ts'
export { holds, holdsId, newNumbers, objectsWith, placesOf } from './anywhere.ts'
export { objectOf } from './object-of.ts'
