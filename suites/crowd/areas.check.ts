import { check, must } from '../../src/kit/index.ts'
import { crowd } from './requirements.ts'
import { mustShowArea, type ServiceArea } from './service-area.ts'
import { mustTellTheSame } from './same-everywhere.ts'
import { person, readTechnician, resultsOf, technician, updateTaken } from './steps.ts'

check(
  crowd['write-is-read'],
  'service-area-changed-in-part',
  {
    brokenBy: [
      'crowd-area-of-same-radius-kept',
      'crowd-update-of-the-unit-alone-ignored',
      'crowd-miles-through-whole-kilometres',
      'crowd-update-to-a-coordinate-of-nought-ignored',
      'crowd-radius-shared-by-place',
    ],
    effects: true,
  },
  async (context) => {
    const first: ServiceArea = {
      googlePlaceId: `place-${context.fresh.tag}-1`,
      latitude: 48,
      longitude: 11,
      radius: { unit: 'km', value: 20 },
    }
    const made = await technician(context, { serviceArea: first })
    // A place is nobody's own: how far from it somebody works is.
    const beside = await technician(context, { serviceArea: { ...first, radius: { unit: 'km', value: 35 } } })
    mustShowArea(await readTechnician(context, made.externalId), made.sent)
    let now = first
    for (const change of [
      { latitude: 52, longitude: 13 },
      { googlePlaceId: `place-${context.fresh.tag}-2`, longitude: 0 },
      { radius: { unit: 'km', value: 30 } },
      { radius: { unit: 'mi', value: 30 } },
    ]) {
      now = { ...now, ...change }
      const { answer, sent } = await updateTaken(context, made, person(context, { serviceArea: now }))
      must.status(answer, 200, 201)
      const [told] = resultsOf(answer)
      // An answer need not tell each field of the record.
      if (told)
        mustTellTheSame('the service area in the answer to its update', { serviceArea: sent['serviceArea'] }, told)
      mustShowArea(await readTechnician(context, made.externalId), sent)
    }
    mustShowArea(await readTechnician(context, beside.externalId), beside.sent)
  },
)
