import type { Variant } from '../deviation.ts'
import { unheardAccessVariants } from './unheard-access.ts'
import { unheardBatchVariants } from './unheard-batch.ts'
import { unheardDataVariants } from './unheard-data.ts'
import { unheardListVariants } from './unheard-lists.ts'

/** Lawful servers that somebody who saw only the documents thought up. */
export const unheardVariants: readonly Variant[] = [
  ...unheardAccessVariants,
  ...unheardDataVariants,
  ...unheardListVariants,
  ...unheardBatchVariants,
]
