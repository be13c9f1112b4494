import type { Context } from '../../src/kit/index.ts'
import { newAddressId } from './plainer.ts'
import { address, readAddress, type Technician } from './steps.ts'

interface Failing {
  readonly id: string
  readonly operation: 'UPDATE'
  readonly address: Readonly<Record<string, unknown>> & { readonly id: string }
}

/** An operation of a batch that has nothing to update. */
export const failingUpdate = (context: Context): Failing => ({
  id: '4',
  operation: 'UPDATE',
  address: { ...address(context), id: newAddressId(context) },
})

/** Whether it did not fail: 201 is listed for updates with no word of when, so one may make its address. */
export const isMade = async (
  context: Context,
  { externalId }: Pick<Technician, 'externalId'>,
  { address: { id } }: Failing,
): Promise<boolean> => (await readAddress(context, externalId, id)) !== undefined
