import type { Dto } from '../../src/clients/answer.ts'
import type { Context } from '../../src/kit/index.ts'
import { madeOnce } from './made-once.ts'
import { stored } from './steps.ts'

/** What a service call shows as remarks that nobody gave it: what stands there is the service's own (A-REC-13). */
export const remarksOfNone = madeOnce(async (context) => (await stored(context)).dto['remarks'] ?? null)

/** What a service call whose remarks were removed has to show: no value, or what one shows that never had any (A-DAT-09). */
export const remarksOnceRemoved = async (context: Context, dto: Dto | undefined): Promise<unknown> =>
  (dto?.['remarks'] ?? null) === null ? null : remarksOfNone(context)
