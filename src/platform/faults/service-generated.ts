import type { Fault } from '../deviation.ts'
import { serviceFault, takes } from './service-fault.ts'
import { dropping, inActivities, type Edit } from './tree-edits.ts'

type Part = Readonly<Record<string, unknown>>

/** Edits the activities from the third on. */
const fromThird =
  (edit: Edit): Edit =>
  (tree) => ({
    ...tree,
    activities: ((tree['activities'] as readonly Part[] | undefined) ?? []).map((one, at) =>
      at < 2 ? one : edit(one),
    ),
  })

/** Faults of B-SVC that only large trees tell. */
export const serviceGeneratedFaults: readonly Fault[] = [
  serviceFault(
    'materials-of-third-activity-lost',
    ['B-SVC-31'],
    'The reserved materials of an activity are kept only of the first two.',
    takes(fromThird(dropping('reservedMaterials'))),
  ),
  serviceFault(
    'address-of-third-activity-lost',
    ['B-SVC-31'],
    'The address of an activity is kept only of the first two.',
    takes(fromThird(dropping('address'))),
  ),
  serviceFault(
    'material-udf-values-at-next',
    ['B-SVC-31'],
    'Values of user-defined fields of a reserved material of an activity are kept at the next one.',
    takes(
      inActivities((activity) => {
        const materials = (activity['reservedMaterials'] as readonly Part[] | undefined) ?? []
        return {
          ...activity,
          reservedMaterials: materials.map((one, at) => ({ ...one, udfValues: materials.at(at - 1)?.['udfValues'] })),
        }
      }),
    ),
  ),
  {
    id: 'service-activity-records-later',
    breaks: ['B-SVC-31'],
    says: 'The Data API shows an activity with the due time of the day after the one in its tree.',
    wire: {
      response: (response, { method, target }) =>
        method === 'GET' && target.includes('/api/data/v4/Activity/')
          ? {
              ...response,
              body: Buffer.from(response.body.toString('utf8').replace(/"(dueDateTime":"\d{4}-\d\d-)\d\d/, '"$131')),
            }
          : response,
    },
  },
]
