import type { Fault } from '../deviation.ts'
import { serviceFault, shows, takes } from './service-fault.ts'
import { dropping, inActivities, type Edit } from './tree-edits.ts'
import { activitiesIn, inLaterActivities, toldOfPost, treeWireFault } from './tree-wire.ts'

type Part = Readonly<Record<string, unknown>>

const onCreate = ['service-create']
const onGet = ['service-get']
const onActivity = ['service-activity']
const onCalls = [...onCreate, ...onGet]

const dateNames = ['dueDateTime', 'earliestStartDateTime']
const editDates =
  (edit: (date: string) => string): Edit =>
  (part) =>
    Object.fromEntries(
      Object.entries(part).map(([name, value]) => [
        name,
        dateNames.includes(name) && typeof value === 'string' ? edit(value) : value,
      ]),
    )

/** The tree with the planned dates of these activities as they were sent. */
const withPlanned = (tree: Part, sent: readonly Part[]): unknown =>
  inActivities((activity) => {
    const { plannedStartDate, plannedEndDate } = sent.find(({ subject }) => subject === activity['subject']) ?? {}
    return plannedStartDate === undefined ? activity : { ...activity, plannedStartDate, plannedEndDate }
  })(tree)

/** Quiet breaches of B-SVC: the fields of calls and activities. */
export const treeFieldReadings: readonly Fault[] = [
  serviceFault(
    'offset-cut',
    ['B-SVC-31'],
    'The offset of a time of an activity is cut off.',
    takes(inActivities(editDates((date) => date.replace(/[+-]\d\d:\d\d$/, 'Z')))),
  ),
  serviceFault(
    'last-changed-text-on-activity',
    ['B-SVC-16'],
    'lastChanged of an activity is a text.',
    shows(inActivities((activity) => ({ ...activity, lastChanged: String(activity['lastChanged']) }))),
  ),
  serviceFault(
    'duration-from-dates',
    ['B-SVC-31'],
    'A duration is computed from the dates.',
    takes((body) =>
      typeof body['dueDateTime'] === 'string' && typeof body['earliestStartDateTime'] === 'string'
        ? {
            ...body,
            durationInMinutes: Math.round(
              (Date.parse(body['dueDateTime']) - Date.parse(body['earliestStartDateTime'])) / 60_000,
            ),
          }
        : body,
    ),
  ),
  serviceFault(
    'midnight-becomes-date',
    ['B-SVC-16'],
    'A time at midnight is shown as a date.',
    shows((tree) => {
      const edit = editDates((date) => date.replace(/T00:00:00(?:\.0+)?Z$/, ''))
      return inActivities(edit)(edit(tree) as Part)
    }),
  ),
  serviceFault(
    'equipments-first-only',
    ['B-SVC-31'],
    'Only the first equipment is kept.',
    takes((body) =>
      Array.isArray(body['equipments']) ? { ...body, equipments: body['equipments'].slice(0, 1) as unknown[] } : body,
    ),
  ),
  serviceFault(
    'long-remarks-cut',
    ['B-SVC-31'],
    'Remarks are cut after 255 characters.',
    takes((body) => (typeof body['remarks'] === 'string' ? { ...body, remarks: body['remarks'].slice(0, 255) } : body)),
  ),
  serviceFault('type-and-origin-required', ['B-SVC-07'], 'A service call without type or origin is refused.', {
    requiresAlso: (part) => (part === 'call' ? ['type', 'origin'] : []),
  }),
  serviceFault(
    'contact-create-person-crossed',
    ['B-SVC-31'],
    'A contact is shown as createPerson.',
    shows((tree) => {
      const { contact, ...rest } = tree
      return contact !== undefined && rest['createPerson'] === undefined ? { ...rest, createPerson: contact } : tree
    }, onCalls),
  ),
  serviceFault(
    'call-materials-moved-down',
    ['B-SVC-31'],
    'Reserved materials of a service call go to its first activity.',
    takes((body) => {
      const { reservedMaterials, ...rest } = body
      const [first, ...more] = activitiesIn(body)
      return first && Array.isArray(reservedMaterials)
        ? {
            ...rest,
            activities: [
              {
                ...first,
                reservedMaterials: [
                  ...((first['reservedMaterials'] as unknown[] | undefined) ?? []),
                  ...(reservedMaterials as unknown[]),
                ],
              },
              ...more,
            ],
          }
        : body
    }),
  ),
  serviceFault(
    'activity-equipments-plural',
    ['B-SVC-31'],
    'The equipment of an activity is shown as a list.',
    shows(
      inActivities(({ equipment, ...activity }) =>
        equipment === undefined ? activity : { ...activity, equipments: [equipment] },
      ),
    ),
  ),
  serviceFault(
    'activity-remarks-from-first',
    ['B-SVC-31'],
    'An activity without remarks gets those of the first.',
    takes(inLaterActivities((activity, { remarks }) => ({ remarks, ...activity }))),
  ),
  treeWireFault(
    'planned-taken-second-activity',
    ['B-SVC-30'],
    'Planned dates of the second activity are taken over.',
    toldOfPost((tree, sent) => withPlanned(tree, activitiesIn(sent).slice(1))),
  ),
  treeWireFault(
    'planned-taken-with-responsible',
    ['B-SVC-30'],
    'Planned dates of an activity with a technician are taken over.',
    toldOfPost((tree, sent) =>
      withPlanned(
        tree,
        activitiesIn(sent).filter((one) => 'responsibles' in one),
      ),
    ),
  ),
  serviceFault(
    'planned-into-earliest',
    ['B-SVC-30'],
    'A planned start that is sent becomes the earliest start.',
    takes(
      inActivities((activity) =>
        'plannedStartDate' in activity
          ? { ...activity, earliestStartDateTime: activity['plannedStartDate'] }
          : activity,
      ),
    ),
  ),
  serviceFault(
    'text-normalised',
    ['B-SVC-31'],
    'Blanks and line breaks of remarks become one blank.',
    takes((body) =>
      typeof body['remarks'] === 'string' ? { ...body, remarks: body['remarks'].replace(/\s+/g, ' ') } : body,
    ),
  ),
  serviceFault(
    'beyond-basic-plane-lost',
    ['B-SVC-31'],
    'Characters beyond the basic plane are read as question marks.',
    shows(
      (tree) => JSON.parse(JSON.stringify(tree).replace(/[\u{10000}-\u{10FFFF}]/gu, '?')) as Part,
      [...onGet, ...onActivity],
    ),
  ),
  serviceFault(
    'second-activity-parts-lost',
    ['B-SVC-31'],
    'Sub-resources of the second activity are not kept.',
    takes(inLaterActivities(dropping('attachments', 'requirements', 'reservedMaterials'))),
  ),
  serviceFault(
    'sub-resources-crossed',
    ['B-SVC-31'],
    'Attachments of the second activity are kept with the first.',
    takes((body) => {
      const [first, second, ...more] = activitiesIn(body)
      return first && second && Array.isArray(second['attachments'])
        ? {
            ...body,
            activities: [
              {
                ...first,
                attachments: [
                  ...((first['attachments'] as unknown[] | undefined) ?? []),
                  ...(second['attachments'] as unknown[]),
                ],
              },
              dropping('attachments')(second),
              ...more,
            ],
          }
        : body
    }),
  ),
  serviceFault(
    'tree-and-activity-differ',
    ['B-SVC-31'],
    'An activity read by itself has another contact.',
    shows(
      (activity) =>
        'contact' in activity ? { ...activity, contact: { id: 'F1E1D0000000000000000000000000B1' } } : activity,
      onActivity,
    ),
  ),
]
