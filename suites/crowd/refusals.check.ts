import { check, each, must, rely, type Context } from '../../src/kit/index.ts'
import { mobilePhoneOf, newAddressId } from './plainer.ts'
import { crowd } from './requirements.ts'
import {
  address,
  addressOf,
  api,
  mustShowSent,
  person,
  readTechnician,
  resultsOf,
  technician,
  updated,
} from './steps.ts'

const required = {
  create: ['businessPartner', 'email', 'firstName', 'lastName'],
  update: ['email', 'firstName', 'lastName', 'mobilePhone'],
} as const

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

for (const field of required.create)
  check(
    crowd['required-fields'],
    `create-without-${dashed(field)}`,
    {
      brokenBy: [
        `crowd-create-without-${dashed(field)}`,
        'crowd-refused-create-stored',
        ...(field === 'email' ? ['crowd-empty-email-will-do'] : []),
        ...(field === 'lastName' ? ['crowd-null-will-do', 'crowd-null-is-a-name'] : []),
        ...(field === 'businessPartner' ? ['crowd-partner-of-the-last'] : []),
      ],
      effects: true,
    },
    async (context) => {
      // What a call before said is not said by this one.
      await technician(context)
      const { [field]: _left, ...sent } = person(context)
      must.refused4xx(await api(context).create(sent))
      must.refused4xx(await api(context).create({ ...sent, [field]: null }))
      // An empty text is a name to some, and nobody's e-mail.
      if (field === 'email') must.refused4xx(await api(context).create({ ...sent, email: '' }))
      const list = await api(context).list({ query: { Size: '1000' } })
      await rely(crowd.list, async () => must.status(list, 200))
      const name = String(sent['lastName'] ?? sent['firstName'])
      must.lack('refused technician', list.json, name)
    },
  )

for (const field of required.update)
  check(
    crowd['required-fields'],
    `update-without-${dashed(field)}`,
    {
      brokenBy: [
        `crowd-update-without-${dashed(field)}`,
        'crowd-refused-update-stored',
        ...(field === 'email'
          ? [
              'crowd-update-judged-with-what-was-there',
              'crowd-refused-update-stores-mobile',
              'crowd-empty-email-will-do',
            ]
          : []),
        ...(field === 'mobilePhone' ? ['crowd-refused-update-half-stored', 'crowd-update-keeps-known-mobile'] : []),
      ],
      effects: true,
    },
    async (context) => {
      const made = await technician(context)
      const { externalId } = made
      const sent = await updated(context, made)
      const { [field]: _left, ...changed } = person(context, { mobilePhone: mobilePhoneOf(context, true) })
      must.refused4xx(await api(context).update(externalId, changed))
      must.refused4xx(await api(context).update(externalId, { ...changed, [field]: null }))
      if (field === 'email') must.refused4xx(await api(context).update(externalId, { ...changed, email: '' }))
      mustShowSent('the technician as before', await readTechnician(context, externalId), sent)
    },
  )

check(
  crowd.refusals,
  'no-such-technician',
  {
    brokenBy: [
      'crowd-missing-technician-400',
      'crowd-missing-technician-shown',
      'crowd-batch-of-nobody-201',
      'crowd-deleted-revived-by-update',
      'crowd-addresses-outlive-technician',
      'crowd-odd-id-crashes',
    ],
    effects: true,
  },
  async (context) => {
    // An id that was one has the right form: others may be refused for theirs.
    const gone = await technician(context)
    const { externalId } = gone
    const { id } = await addressOf(context, gone)
    await rely(crowd.delete, async () => must.status(await api(context).remove(externalId), 204))
    await each(
      [
        async () => api(context).get(externalId),
        async () => api(context).createAddress(externalId, { city: 'Nowhere' }),
        async () => api(context).getAddress(externalId, id),
        async () => api(context).updateAddress(externalId, id, { city: 'Nowhere' }),
        async () => {
          const place = address(context, { id: newAddressId(context) })
          return api(context).addressBatch(externalId, [{ id: '1', operation: 'CREATE', address: place }])
        },
      ],
      async (send) => must.status(await send(), 403, 404),
    )
    await mustBringNobodyBack(context, { externalId, addressId: id })
    must.refused4xx(await api(context).get('abc'))
  },
)

/**
 * 201 is listed for an update, with no word of when: it may make a technician, under an external id that is new or under the one that the
 * service generated before (B-CRW-04). It is made anew then, of what was sent: nothing of the deleted one comes back.
 */
async function mustBringNobodyBack(
  context: Context,
  former: { readonly externalId: string; readonly addressId: string },
): Promise<void> {
  const { externalId, addressId } = former
  const sent = person(context)
  const answer = await api(context).update(externalId, sent)
  const made = answer.status === 201 ? String(resultsOf(answer)[0]?.['externalId']) : undefined
  if (made === undefined) must.status(answer, 403, 404)
  else mustShowSent('the technician that an update makes', await readTechnician(context, made), sent)
  if (made === externalId) {
    must.status(await api(context).getAddress(externalId, addressId), 403, 404)
    await rely(crowd.delete, async () => must.status(await api(context).remove(externalId), 204))
  } else must.absent('technician under its external id', await readTechnician(context, externalId))
}
