import type { Fault } from '../deviation.ts'
import { serviceFault, shows, takes } from './service-fault.ts'
import { dropping, inActivities, inMaterials, inRequirements, withField, type Edit } from './tree-edits.ts'
import { activitiesIn, toldOfPost, treeWireFault } from './tree-wire.ts'

type Part = Readonly<Record<string, unknown>>

const onCreate = ['service-create']
const onGet = ['service-get']
const onActivity = ['service-activity']
const onCalls = [...onCreate, ...onGet]

const isReferenced = (address: unknown): boolean =>
  typeof address === 'object' && address !== null && 'source' in address

/** Quiet breaches of B-SVC: addresses and the fields of the parts. */
export const treePartReadings: readonly Fault[] = [
  serviceFault('source-as-record-name', ['B-SVC-10'], 'A source is written BusinessPartner.', {
    source: () => 'BusinessPartner',
  }),
  serviceFault(
    'call-address-source-servicecall',
    ['B-SVC-10'],
    'The address of a service call has the source SERVICECALL.',
    shows(
      (tree) =>
        'address' in tree ? { ...tree, address: { ...(tree['address'] as Part), source: 'SERVICECALL' } } : tree,
      onCalls,
    ),
  ),
  serviceFault(
    'location-swapped-on-activity',
    ['B-SVC-12'],
    'Latitude and longitude of activities are exchanged.',
    shows(
      inActivities((activity) => {
        const address = activity['address'] as Part | undefined
        const { latitude, longitude } = (address?.['location'] ?? {}) as Part
        return latitude === undefined
          ? activity
          : { ...activity, address: { ...address, location: { latitude: longitude, longitude: latitude } } }
      }),
    ),
  ),
  serviceFault('zip-zero-lost', ['B-SVC-12'], 'A zip code loses its leading zeros.', {
    address: (address) =>
      typeof address['zipCode'] === 'string'
        ? { ...address, zipCode: address['zipCode'].replace(/^0+(?=\d)/, '') }
        : address,
  }),
  serviceFault(
    'source-only-in-activity-get',
    ['B-SVC-11'],
    'An activity read by itself shows its own address with a source.',
    shows(
      (activity) =>
        'address' in activity && !isReferenced(activity['address'])
          ? { ...activity, address: { ...(activity['address'] as Part), source: 'ACTIVITY' } }
          : activity,
      onActivity,
    ),
  ),
  serviceFault(
    'referenced-not-embedded-in-tree',
    ['B-SVC-31'],
    'A referenced address is shown by the activity itself, not in its tree.',
    shows(
      inActivities((activity) => (isReferenced(activity['address']) ? dropping('address')(activity) : activity)),
      onCalls,
    ),
  ),
  treeWireFault(
    'sourced-address-edited-taken',
    ['B-SVC-12'],
    'An address sent with source and sourceId is taken over with both.',
    toldOfPost((tree, sent) => {
      const address = activitiesIn(sent)[0]?.['address']
      return isReferenced(address) ? (inActivities(withField('address', address))(tree) as Part) : tree
    }),
  ),
  serviceFault(
    'material-zero-dropped',
    ['B-SVC-14'],
    'Numbers of a reserved material that are 0 are not shown.',
    shows(inMaterials((part) => Object.fromEntries(Object.entries(part).filter(([, value]) => value !== 0)))),
  ),
  serviceFault(
    'material-used-reset-on-create',
    ['B-SVC-14'],
    'moved and used are 0 whatever was sent.',
    takes(inMaterials((part) => ({ ...part, moved: 0, used: 0 }))),
  ),
  serviceFault(
    'material-merge-same-item',
    ['B-SVC-31'],
    'Two reserved materials of one item become one.',
    takes((body) => {
      const list = body['reservedMaterials']
      if (!Array.isArray(list) || list.length < 2) return body
      const [first = {}, ...rest] = list as readonly Part[]
      const quantity = rest.reduce((sum, one) => sum + Number(one['quantity']), Number(first['quantity']))
      return { ...body, reservedMaterials: [{ ...first, quantity }] }
    }),
  ),
  serviceFault(
    'mandatory-always-true-on-activity',
    ['B-SVC-31'],
    'Requirements of activities are all mandatory.',
    takes(
      inActivities((activity) =>
        Array.isArray(activity['requirements'])
          ? {
              ...activity,
              requirements: activity['requirements'].map((one) => ({ ...(one as Part), mandatory: true })),
            }
          : activity,
      ),
    ),
  ),
  serviceFault(
    'skill-as-name',
    ['B-SVC-15'],
    'A skill is shown as a text.',
    shows(inRequirements(withField('skill', 'cranes'))),
  ),
  serviceFault('attachment-title-is-file-name', ['B-SVC-31'], 'Attachments are shown with the file name as title.', {
    ...takes((body) => {
      const edit = (part: Part): Part =>
        Array.isArray(part['attachments'])
          ? {
              ...part,
              attachments: (part['attachments'] as readonly Part[]).map((one) => ({
                ...one,
                title: one['fileName'],
                category: undefined,
              })),
            }
          : part
      return inActivities(edit as Edit)(edit(body))
    }),
  }),
  serviceFault(
    'requirement-copied-up',
    ['B-SVC-31'],
    'Requirements of activities are copied to their service call.',
    takes((body) => ({
      ...body,
      requirements: [body, ...activitiesIn(body)].flatMap(
        ({ requirements }) => (requirements as readonly Part[] | undefined) ?? [],
      ),
    })),
  ),
]
