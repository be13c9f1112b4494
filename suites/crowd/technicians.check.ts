import { check, each, holds, must, objectOf, rely } from '../../src/kit/index.ts'
import { crowd } from './requirements.ts'
import { api, mustShowSent, person, readTechnician, resultsOf, technician } from './steps.ts'

check(crowd.served, 'list', { brokenBy: ['crowd-missing'] }, async (context) => {
  const answer = await api(context).list({ query: { Size: '1' } })
  must.status(answer, 200)
  must.be('results', objectOf(answer)['results'], 'an array', answer)
})

check(
  crowd.create,
  'required-fields-only',
  { brokenBy: ['crowd-mobile-phone-demanded'], effects: true },
  async (context) => {
    const { mobilePhone: _optional, ...sent } = person(context)
    const answer = await api(context).create(sent)
    must.status(answer, 201)
    must.some('technician in results', resultsOf(answer), answer)
    must.present(
      'the technician by its external id',
      await readTechnician(context, String(resultsOf(answer)[0]?.['externalId'])),
    )
  },
)

check(
  crowd['external-id'],
  'used-in-other-requests',
  { brokenBy: ['crowd-external-id-constant', 'crowd-external-id-of-another'], effects: true },
  async (context) => {
    const [one, other] = [await technician(context), await technician(context)]
    must.differ('the external id of another technician', other.externalId, one.externalId)
    mustShowSent('the first technician', await readTechnician(context, one.externalId), {
      lastName: one.sent['lastName'],
    })
    mustShowSent('the second technician', await readTechnician(context, other.externalId), {
      lastName: other.sent['lastName'],
    })
  },
)

check(crowd.read, 'by-external-id', { brokenBy: ['crowd-read-empty'], effects: true }, async (context) => {
  const { externalId } = await technician(context)
  const answer = await api(context).get(externalId)
  must.status(answer, 200)
  must.equal(
    'external ids in results',
    resultsOf(answer).map((one) => one['externalId']),
    [externalId],
  )
})

check(crowd.update, 'by-external-id', { brokenBy: ['crowd-update-refused'], effects: true }, async (context) => {
  const { externalId, sent } = await technician(context)
  const answer = await api(context).update(externalId, { ...sent, firstName: 'Changed' })
  must.status(answer, 200, 201)
  must.some('technician in results', resultsOf(answer), answer)
  must.equal('the first name', (await readTechnician(context, externalId))?.['firstName'], 'Changed')
})

check(
  crowd['write-is-read'],
  'created-technician',
  {
    brokenBy: ['crowd-create-drops-email', 'crowd-create-drops-mobile', 'crowd-names-cut', 'crowd-no-umlauts'],
    effects: true,
  },
  async (context) => {
    const { externalId, sent } = await technician(context, { firstName: 'Zoë-Łucja 漢 with a long first name of hers' })
    mustShowSent('the technician as read', await readTechnician(context, externalId), sent)
  },
)

check(
  crowd['write-is-read'],
  'updated-technician',
  { brokenBy: ['crowd-update-drops-mobile', 'crowd-update-drops-email', 'crowd-update-no-effect'], effects: true },
  async (context) => {
    const [one, other] = [await technician(context), await technician(context)]
    const sent = person(context, { mobilePhone: '+33 6 00 00 00 00' })
    must.status(await api(context).update(one.externalId, sent), 200, 201)
    const { businessPartner: _partner, ...changed } = sent
    mustShowSent('the technician as read', await readTechnician(context, one.externalId), changed)
    mustShowSent('another technician as read', await readTechnician(context, other.externalId), {
      lastName: other.sent['lastName'],
    })
  },
)

check(
  crowd['write-is-read'],
  'service-area',
  { brokenBy: ['crowd-service-area-dropped', 'crowd-radius-rounded'], effects: true },
  async (context) => {
    const serviceArea = {
      googlePlaceId: 'fieldproof-place',
      latitude: 49.25,
      longitude: 8.5,
      radius: { unit: 'km', value: 12.5 },
    }
    const { externalId } = await technician(context, { serviceArea })
    const shown = (await readTechnician(context, externalId))?.['serviceArea'] as typeof serviceArea | undefined
    must.equal('the place', shown?.googlePlaceId, serviceArea.googlePlaceId)
    must.equal('unit and value of the radius', { ...shown?.radius }, serviceArea.radius)
    // The table types coordinates as integers: they may come back rounded (B-CRW-15).
    for (const axis of ['latitude', 'longitude'] as const)
      must.inRange(axis, shown?.[axis], { above: serviceArea[axis] - 1, below: serviceArea[axis] + 1 })
  },
)

check(crowd.delete, 'by-external-id', { brokenBy: ['crowd-delete-404'], effects: true }, async (context) => {
  const { externalId } = await technician(context)
  must.status(await api(context).remove(externalId), 204)
  must.absent('technician under its external id', await readTechnician(context, externalId))
})

check(
  crowd['write-is-read'],
  'deleted-technician',
  { brokenBy: ['crowd-delete-no-effect'], effects: true },
  async (context) => {
    const [gone, kept] = [await technician(context), await technician(context)]
    must.status(await api(context).remove(gone.externalId), 204)
    must.absent('technician under its external id', await readTechnician(context, gone.externalId))
    must.present('another technician', await readTechnician(context, kept.externalId))
    const list = await api(context).list({ query: { Size: '1000' } })
    must.status(list, 200)
    must.hold('a list without the deleted technician', !holds(list.json, gone.externalId), gone.externalId)
  },
)

const required = {
  create: ['businessPartner', 'email', 'firstName', 'lastName'],
  update: ['email', 'firstName', 'lastName', 'mobilePhone'],
} as const

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

for (const field of required.create)
  check(
    crowd['required-fields'],
    `create-without-${dashed(field)}`,
    { brokenBy: [`crowd-create-without-${dashed(field)}`, 'crowd-refused-create-stored'], effects: true },
    async (context) => {
      const { [field]: _left, ...sent } = person(context)
      const answer = await api(context).create(sent)
      must.refused4xx(answer)
      const list = await api(context).list({ query: { Size: '1000' } })
      await rely(crowd.list, async () => must.status(list, 200))
      const name = String(sent['lastName'] ?? sent['firstName'])
      must.lack('refused technician', list.json, name)
      await technician(context)
    },
  )

for (const field of required.update)
  check(
    crowd['required-fields'],
    `update-without-${dashed(field)}`,
    { brokenBy: [`crowd-update-without-${dashed(field)}`, 'crowd-refused-update-stored'], effects: true },
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
  { brokenBy: ['crowd-missing-technician-400', 'crowd-missing-technician-shown'] },
  async (context) => {
    const externalId = context.fresh.id()
    await each(
      [
        async () => api(context).get(externalId),
        async () => api(context).update(externalId, person(context)),
        async () => api(context).createAddress(externalId, { city: 'Nowhere' }),
        async () => api(context).getAddress(externalId, context.fresh.id()),
        async () => api(context).updateAddress(externalId, context.fresh.id(), { city: 'Nowhere' }),
      ],
      async (send) => must.status(await send(), 403, 404),
    )
    await technician(context)
  },
)

check(
  crowd.refusals,
  'invented-token',
  { brokenBy: ['crowd-any-token-taken', 'crowd-any-token-400'] },
  async (context) => {
    const token = { value: `${context.fresh.tag}-never-issued` }
    must.status(await api(context).list({ token, query: { Size: '1' } }), 401)
    await rely(crowd.list, async () => must.status(await api(context).list({ query: { Size: '1' } }), 200))
  },
)
