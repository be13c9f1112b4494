import { check, each, must, rely } from '../../src/kit/index.ts'
import { crowd } from './requirements.ts'
import { address, addressOf, api, mustShowSent, person, readTechnician, technician } from './steps.ts'

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
        ...(field === 'lastName' ? ['crowd-null-will-do'] : []),
      ],
      effects: true,
    },
    async (context) => {
      const { [field]: _left, ...sent } = person(context)
      const answer = await api(context).create(sent)
      must.refused4xx(answer)
      const list = await api(context).list({ query: { Size: '1000' } })
      await rely(crowd.list, async () => must.status(list, 200))
      const name = String(sent['lastName'] ?? sent['firstName'])
      must.lack('refused technician', list.json, name)
      if (field === 'lastName') must.refused4xx(await api(context).create({ ...sent, [field]: null }))
      await technician(context)
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
        ...(field === 'email' ? ['crowd-update-judged-with-what-was-there'] : []),
      ],
      effects: true,
    },
    async (context) => {
      const { externalId, sent } = await technician(context)
      const { [field]: _left, ...changed } = person(context, { mobilePhone: '+1 555 0100' })
      must.refused4xx(await api(context).update(externalId, changed))
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
        async () => api(context).update(externalId, person(context)),
        async () => api(context).createAddress(externalId, { city: 'Nowhere' }),
        async () => api(context).getAddress(externalId, id),
        async () => api(context).updateAddress(externalId, id, { city: 'Nowhere' }),
        async () => {
          const place = address(context, { id: context.fresh.id() })
          return api(context).addressBatch(externalId, [{ id: '1', operation: 'CREATE', address: place }])
        },
      ],
      async (send) => must.status(await send(), 403, 404),
    )
    must.absent('technician under its external id', await readTechnician(context, externalId))
    must.refused4xx(await api(context).get('abc'))
  },
)

check(
  crowd.refusals,
  'invented-token',
  {
    brokenBy: [
      'crowd-any-token-taken',
      'crowd-any-token-400',
      'crowd-unauthorized-not-found',
      'crowd-address-read-to-any-token',
    ],
  },
  async (context) => {
    const token = { value: `${context.fresh.tag}-never-issued` }
    const nobody = context.fresh.id()
    must.status(await api(context).list({ token, query: { Size: '1' } }), 401)
    must.status(await api(context).get(nobody, { token }), 401)
    must.status(await api(context).getAddress(nobody, nobody, { token }), 401)
    await rely(crowd.list, async () => must.status(await api(context).list({ query: { Size: '1' } }), 200))
  },
)
