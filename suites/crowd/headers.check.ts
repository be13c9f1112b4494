import { check, each } from '../../src/kit/index.ts'
import { lackingHeader, mustNeedHeader } from '../dispatch/required-headers.ts'
import { crowdHeaders } from './required-headers.ts'
import { crowd } from './requirements.ts'
import { addressOf, api, mustShowSent, person, readTechnician, readAddress, technician } from './steps.ts'

/** Headers that a batch is sent without, too. */
const batched: readonly string[] = ['X-Account-Name', 'X-Client-ID', 'X-Company-Name']

for (const header of crowdHeaders) {
  const name = header.toLowerCase()
  check(
    crowd['headers-required'],
    name,
    {
      brokenBy: [
        `crowd-${name}-not-required`,
        `crowd-${name}-missing-yet-done`,
        ...(batched.includes(header) ? ['crowd-batch-needs-no-headers'] : []),
        ...(header.startsWith('X-Company-') ? ['crowd-company-headers-remembered'] : []),
        ...(header === 'X-Company-Name' ? ['crowd-batch-needs-no-company-name'] : []),
        ...(header === 'X-Company-Id' ? ['crowd-address-delete-needs-no-x-company-id'] : []),
        ...(header === 'X-Client-ID' ? ['crowd-address-by-id-needs-no-client-id'] : []),
      ],
      effects: true,
    },
    async (context) => {
      const without = lackingHeader(header)
      const calls = api(context)
      const { externalId, sent } = await technician(context)
      const { id, sent: place } = await addressOf(context, { externalId })
      await each(
        [
          () => calls.list({ ...without, query: { Size: '1' } }),
          () => calls.get(externalId, without),
          () => calls.update(externalId, person(context), without),
          () => calls.updateAddress(externalId, id, { ...place, id, city: 'Changed' }, without),
          ...(batched.includes(header)
            ? [
                () => calls.getAddress(externalId, id, without),
                () =>
                  calls.addressBatch(
                    externalId,
                    [{ id: '1', operation: 'UPDATE', address: { ...place, id, city: 'Changed' } }],
                    without,
                  ),
              ]
            : []),
          () => calls.removeAddress(externalId, id, without),
          () => calls.remove(externalId, without),
        ],
        async (send) => mustNeedHeader(header, await send()),
      )
      mustShowSent('the technician as before', await readTechnician(context, externalId), sent)
      mustShowSent('its address as before', await readAddress(context, externalId, id), place)
    },
  )
}
