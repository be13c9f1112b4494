import type { Dto } from '../../src/clients/answer.ts'
import { check, must } from '../../src/kit/index.ts'
import { crowd } from './requirements.ts'
import { mustShowArea, type ServiceArea } from './service-area.ts'
import { mustTellTheSame } from './same-everywhere.ts'
import { person, readTechnician, resultsOf, technician, updateTaken } from './steps.ts'

const axes = ['latitude', 'longitude'] as const
const coordinate = (record: Dto | undefined, axis: (typeof axes)[number]): unknown =>
  (record?.['serviceArea'] as Partial<ServiceArea> | undefined)?.[axis]

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
      'crowd-longitude-cut-in-miles',
      'crowd-update-drops-the-sign-of-longitude',
      'crowd-create-drops-the-sign-of-latitude',
      'crowd-update-cuts-a-radius-below-ten',
    ],
    effects: true,
  },
  async (context) => {
    const first: ServiceArea = {
      googlePlaceId: `place-${context.fresh.tag}-1`,
      latitude: -33.5,
      longitude: -70.75,
      radius: { unit: 'km', value: 20 },
    }
    const made = await technician(context, { serviceArea: first })
    // A place is nobody's own: how far from it somebody works is.
    const beside = await technician(context, { serviceArea: { ...first, radius: { unit: 'km', value: 35 } } })
    const shown = await readTechnician(context, made.externalId)
    mustShowArea(shown, made.sent)
    // A server that has coordinates as integers (B-CRW-15) has all of them so.
    const isWhole = !axes.every((axis) => coordinate(shown, axis) === coordinate(made.sent, axis))
    let now = first
    for (const change of [
      { latitude: 52.5, longitude: 13.75 },
      { radius: { unit: 'km', value: 30 } },
      { radius: { unit: 'mi', value: 30 } },
      { googlePlaceId: `place-${context.fresh.tag}-2`, longitude: 0 },
      { latitude: -1.25, longitude: -78.5, radius: { unit: 'km', value: 2.5 } },
    ]) {
      now = { ...now, ...change }
      const { answer, sent } = await updateTaken(context, made, person(context, { serviceArea: now }))
      must.status(answer, 200, 201)
      const [told] = resultsOf(answer)
      // An answer need not tell each field of the record.
      if (told)
        mustTellTheSame('the service area in the answer to its update', { serviceArea: sent['serviceArea'] }, told)
      const after = await readTechnician(context, made.externalId)
      mustShowArea(after, sent)
      if (!isWhole) for (const axis of axes) must.equal(axis, coordinate(after, axis), coordinate(sent, axis))
    }
    mustShowArea(await readTechnician(context, beside.externalId), beside.sent)
  },
)
