import { isObject } from '../../src/exchange/json.ts'
import { check, each, must, rely, type Context } from '../../src/kit/index.ts'
import { clientCredentials } from '../token/client-credentials.ts'
import { validation } from '../token/requirements.ts'
import { freshToken, hours, minutes } from '../token/steps.ts'
import { turnedToken } from '../token/turned.ts'
import { crowd } from './requirements.ts'
import { address, addressOf, api, mustShowSent, person, readAddress, readTechnician, technician } from './steps.ts'

check(
  crowd.refusals,
  'token-in-another-letter-case',
  { brokenBy: ['token-in-any-letter-case'], effects: true },
  async (context) => {
    await rely(crowd.list, async () => must.status(await api(context).list({ query: { Size: '1' } }), 200, 404))
    const token = await turnedToken(context.as('crowd-owner'))
    if (!token) return
    await mustTurnAway(context, token)
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
      'crowd-writes-take-an-invented-token',
      'crowd-create-with-an-invented-token-refused-yet-done',
    ],
    effects: true,
  },
  async (context) => {
    const list = () => api(context).list({ query: { Size: '1000' } })
    await rely(crowd.list, async () => must.status(await list(), 200, 404))
    const { lastName } = await mustTurnAway(context, { value: `${context.fresh.tag}-never-issued` })
    const after = await list()
    await rely(crowd.list, async () => must.status(after, 200, 404))
    must.lack('technician whose creation was refused', after.json, String(lastName))
  },
)

check(
  crowd.refusals,
  'expired-token',
  {
    needs: ['clock'],
    alone: true,
    brokenBy: ['crowd-deletion-with-expired-token', 'crowd-skill-to-an-expired-token'],
    effects: true,
  },
  async (context) => {
    const value = await freshToken(context.as('crowd-owner'))
    await rely(crowd.list, async () =>
      must.status(await api(context).list({ token: { value }, query: { Size: '1' } }), 200, 404),
    )
    const skill = await skillShownTo(context, value)
    await context.clock.advance(12 * hours + minutes)
    await mustTurnAway(context, { value })
    if (skill) must.refused4xx(await api(context).getSkill(skill.of, skill.id, { token: { value } }))
    await rely(crowd.list, async () => must.status(await api(context).list({ query: { Size: '1' } }), 200, 404))
  },
)

check(
  crowd['headers-required'],
  'authorization-where-nothing-is',
  { brokenBy: ['crowd-delete-of-nobody-needs-no-token'], effects: true },
  async (context) => {
    await rely(crowd.list, async () => must.status(await api(context).list({ query: { Size: '1' } }), 200, 404))
    await mustTurnAway(context, 'none')
  },
)

check(
  validation['no-token-refused'],
  'other-scheme-on-every-call-of-crowd',
  {
    calls: ['crowd'],
    needs: crowd.create.needs ?? [],
    sampled: true,
    brokenBy: [
      'other-scheme-taken-on-crowd-list',
      'other-scheme-taken-on-crowd-get',
      'other-scheme-taken-on-crowd-update',
      'other-scheme-taken-on-crowd-address-batch',
    ],
    effects: true,
  },
  async (context) => {
    const options = clientCredentials(context, 'crowd-owner')
    const { externalId, sent } = await technician(context)
    const { id, sent: place } = await addressOf(context, { externalId })
    const calls = api(context)
    const changed = { ...place, id, city: 'Changed' }
    await each(
      [
        () => calls.list({ ...options, query: { Size: '1' } }),
        () => calls.create(person(context), options),
        () => calls.get(externalId, options),
        () => calls.update(externalId, person(context), options),
        () => calls.createAddress(externalId, address(context), options),
        () => calls.getAddress(externalId, id, options),
        () => calls.updateAddress(externalId, id, changed, options),
        () => calls.addressBatch(externalId, [{ id: '1', operation: 'UPDATE', address: changed }], options),
        () => calls.getSkill(externalId, context.fresh.id(), options),
        () => calls.removeAddress(externalId, id, options),
        () => calls.remove(externalId, options),
      ],
      async (send) => must.refused4xx(await send()),
    )
    mustShowSent('the technician as before', await readTechnician(context, externalId), sent)
    mustShowSent('its address as before', await readAddress(context, externalId, id), place)
  },
)

/** A skill that a token was shown; none where the target has no tag, or keeps no skills of a new technician. */
async function skillShownTo(context: Context, value: string): Promise<{ of: string; id: string } | undefined> {
  const tagExternalId = context.target.fixtures.crowdTag?.externalId
  if (tagExternalId === undefined) return undefined
  const skills = [{ tagExternalId, startedAt: '2026-01-01', expiredAt: '2033-06-15' }]
  const { externalId } = await technician(context, { skills }, { skills: undefined })
  const kept = (await readTechnician(context, externalId))?.['skills']
  const first: unknown = Array.isArray(kept) ? kept[0] : undefined
  const id = isObject(first) ? first['uuid'] : undefined
  if (typeof id !== 'string') return undefined
  const shown = await api(context).getSkill(externalId, id, { token: { value } })
  return shown.status === 200 ? { of: externalId, id } : undefined
}

/** No call is served with this token, or with none; the technician that was not to be created. */
async function mustTurnAway(
  context: Context,
  token: { readonly value: string } | 'none',
): Promise<Readonly<Record<string, unknown>>> {
  const sent = person(context)
  const [nobody, id] = [context.fresh.id(), context.fresh.id()]
  const place = address(context, { id })
  const batch = [{ id: '1', operation: 'CREATE', address: place }]
  const calls = api(context)
  await each(
    [
      () => calls.list({ token, query: { Size: '1' } }),
      () => calls.create(sent, { token }),
      () => calls.get(nobody, { token }),
      () => calls.update(nobody, person(context), { token }),
      () => calls.remove(nobody, { token }),
      () => calls.createAddress(nobody, place, { token }),
      () => calls.getAddress(nobody, id, { token }),
      () => calls.updateAddress(nobody, id, place, { token }),
      () => calls.removeAddress(nobody, id, { token }),
      () => calls.addressBatch(nobody, batch, { token }),
    ],
    async (send) => (token === 'none' ? must.refused4xx(await send()) : must.status(await send(), 401)),
  )
  // For this read no status of a refusal is listed.
  must.refused4xx(await calls.getSkill(nobody, id, { token }))
  return sent
}
