import type { Fault } from '../deviation.ts'
import { serviceFault, shows, takes } from './service-fault.ts'
import { dropping, inActivities, inAttachments, type Edit } from './tree-edits.ts'
import { activitiesIn } from './tree-wire.ts'

type Fields = Readonly<Record<string, unknown>>

const [create, get, activity] = ['service-create', 'service-get', 'service-activity']

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

/** A list without its last element, where it has several. */
const withoutLast =
  (name: string): Edit =>
  (part) => {
    const all = part[name]
    return Array.isArray(all) && all.length > 1 ? { ...part, [name]: all.slice(0, -1) as unknown[] } : part
  }

const inAddress =
  (edit: Edit): Edit =>
  (part) =>
    part['address'] ? { ...part, address: edit(fieldsOf(part['address'])) } : part

const inSmallLetters = (part: Fields): Fields =>
  typeof part['externalId'] === 'string' ? { ...part, externalId: part['externalId'].toLowerCase() } : part

const firsts = new Map<string, unknown>()

/** Each of these fields as it was shown first. */
const asFirst =
  (...names: readonly string[]): Edit =>
  (part) => {
    for (const name of names) if (name in part && !firsts.has(name)) firsts.set(name, part[name])
    return {
      ...part,
      ...Object.fromEntries(names.filter((name) => name in part).map((name) => [name, firsts.get(name)])),
    }
  }

/** What a whole wire sweep of the Service API named and no check told. */
export const sweptTreesFaults: readonly Fault[] = [
  serviceFault(
    'answer-without-the-last-technician',
    ['B-SVC-22', 'B-SVC-31'],
    'The answer to a POST lacks the last of several technicians.',
    shows(withoutLast('responsibles'), [create]),
  ),
  serviceFault(
    'answer-with-the-records-of-the-first',
    ['B-SVC-09', 'B-SVC-31'],
    'The answer to a POST names the person who created, and the equipment of activities, as the first answer did.',
    shows((tree) => inActivities(asFirst('createPerson', 'equipment'))(tree), [create]),
  ),
  serviceFault(
    'attachments-of-a-call-without-id',
    ['B-SVC-08', 'B-SVC-15'],
    'The answer to a POST shows attachments of the service call without their ids.',
    shows((tree) => ({ ...(inAttachments(dropping('id'))(tree) as Fields), activities: activitiesIn(tree) }), [create]),
  ),
  serviceFault(
    'attachments-read-without-id',
    ['B-SVC-08', 'B-SVC-15'],
    'An activity that is read by itself shows its attachments without their ids.',
    shows(inAttachments(dropping('id')), [activity]),
  ),
  serviceFault(
    'activity-read-without-code',
    ['B-SVC-23', 'B-SVC-31'],
    'An activity that is read by itself has no code, which its tree shows.',
    shows(dropping('code'), [activity]),
  ),
  serviceFault(
    'activity-read-without-state',
    ['B-SVC-10', 'B-SVC-31'],
    'An activity that is read by itself lacks the state of its address.',
    shows(inAddress(dropping('state')), [activity]),
  ),
  serviceFault(
    'activity-read-without-category',
    ['B-SVC-15', 'B-SVC-31'],
    'An activity that is read by itself lacks the categories of its attachments.',
    shows(inAttachments(dropping('category')), [activity]),
  ),
  serviceFault(
    'external-ids-in-small-letters',
    ['B-SVC-31'],
    'External ids are stored in small letters.',
    takes((body: Fields) => ({
      ...inSmallLetters(body),
      ...('activities' in body ? { activities: activitiesIn(body).map(inSmallLetters) } : {}),
    })),
  ),
  serviceFault(
    'last-requirement-not-read',
    ['B-SVC-31'],
    'A service call is read without the last of several requirements of an activity.',
    shows((tree) => inActivities(withoutLast('requirements'))(tree), [get]),
  ),
]
