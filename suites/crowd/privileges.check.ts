import { check, each } from '../../src/kit/index.ts'
import { user } from '../user/requirements.ts'
import { mustLackPrivileges } from '../user/unprivileged.ts'
import { crowd } from './requirements.ts'
import { address, addressOf, mustShowSent, person, readAddress, readTechnician, technician } from './steps.ts'

check(
  user['privileges-needed'],
  'on-every-call-of-technicians',
  {
    effects: true,
    needs: crowd.create.needs,
    brokenBy: [
      'crowd-reads-need-no-privileges',
      'crowd-writes-need-no-privileges',
      'crowd-addresses-need-no-privileges',
      'crowd-batch-needs-no-privileges',
      'privilege-any-will-do',
    ],
  },
  async (context) => {
    const { externalId, sent } = await technician(context)
    const { id, sent: place } = await addressOf(context, { externalId })
    const { crowd: other } = context.as('unprivileged')
    const moved = { ...place, id, city: 'Changed' }
    await each(
      [
        () => other.list({ query: { Size: '1' } }),
        () => other.get(externalId),
        () => other.create(person(context)),
        () => other.update(externalId, person(context)),
        () => other.createAddress(externalId, address(context)),
        () => other.getAddress(externalId, id),
        () => other.updateAddress(externalId, id, moved),
        () => other.addressBatch(externalId, [{ id: '1', operation: 'UPDATE', address: moved }]),
        () => other.removeAddress(externalId, id),
        () => other.remove(externalId),
      ],
      mustLackPrivileges,
    )
    mustShowSent('the technician as before', await readTechnician(context, externalId), sent)
    mustShowSent('its address as before', await readAddress(context, externalId, id), place)
  },
)
