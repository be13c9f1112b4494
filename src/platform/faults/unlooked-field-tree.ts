import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import { serviceRules } from '../rulebook/service.ts'
import { isWell, passing, rewriting, withJson, type Json } from './passing.ts'
import { isTreeCall, isTreePost } from './tree-memory.ts'
import { activitiesIn } from './tree-wire.ts'

const { service } = serviceRules

type Part = Readonly<Record<string, unknown>>
type Change = (part: Part) => Part

const partsOf = (value: unknown): readonly Part[] => (Array.isArray(value) ? (value as Part[]) : [])

/** A fault that stores another tree than the one that was sent. */
const sentAs = (id: string, breaks: Fault['breaks'], says: string, change: (tree: Json) => Part): Fault =>
  rewriting(
    `service-${id}`,
    breaks,
    says,
    ({ method }) => method === 'POST',
    (request) => (isTreePost(request) ? withJson(request, change) : request),
  )

/** The same change of the service call and of each of its activities. */
const everywhere =
  (change: Change) =>
  (tree: Part): Part => ({
    ...change(tree),
    ...('activities' in tree ? { activities: activitiesIn(tree).map(change) } : {}),
  })

const inAttachments =
  (change: Change): Change =>
  (part) =>
    'attachments' in part ? { ...part, attachments: partsOf(part['attachments']).map(change) } : part

const withText =
  (name: string, change: (text: string) => string): Change =>
  (part) =>
    typeof part[name] === 'string' ? { ...part, [name]: change(part[name]) } : part

const inAscii = (text: string): string => text.replace(/[^ -~]/gu, '_')

const inAddress =
  (change: Change): Change =>
  (part) =>
    typeof part['address'] === 'object' && part['address'] !== null
      ? { ...part, address: change(part['address'] as Part) }
      : part

/** What is missing is left out instead of refused. */
const missingDropped = (names: string, fields: readonly string[]): Fault => ({
  id: `service-missing-${names}-dropped`,
  breaks: ['B-SVC-18'],
  says: `A record that does not exist is left out where ${fields.join(' or ')} refers to it.`,
  rule: {
    service: {
      onMissing: (field, reference) => (fields.includes(field) ? '' : service.onMissing(field, reference)),
    },
  },
})

const named = ['contact', 'createPerson', 'responsibles']

/** The last reads of activities by their address. */
const reads = perHouse(() => new Map<string, PlatformResponse>())

/** Breaches of the Service API by values, places and moments that no check had looked at. */
export const unlookedTreeFaults: readonly Fault[] = [
  sentAs(
    'activities-with-those-of-their-call',
    ['B-SVC-23', 'B-SVC-31'],
    'Contact, creator and technicians of an activity are those of its service call where that has some.',
    (tree) => {
      const own = Object.fromEntries(named.filter((name) => name in tree).map((name) => [name, tree[name]]))
      return 'activities' in tree
        ? { ...tree, activities: activitiesIn(tree).map((one) => ({ ...one, ...own })) }
        : tree
    },
  ),
  missingDropped('contact', ['contact', 'createPerson']),
  missingDropped('region', ['region']),
  missingDropped('equipments', ['equipments']),
  missingDropped('warehouse', ['warehouse', 'item', 'serialNumber']),
  missingDropped('udf-meta', ['udfMeta']),
  sentAs(
    'long-subjects-cut',
    ['B-SVC-31'],
    'Subjects are kept up to their hundredth sign.',
    everywhere(withText('subject', (text) => text.slice(0, 100))),
  ),
  sentAs(
    'file-names-in-ascii',
    ['B-SVC-31'],
    'Names of files are kept with an underscore for each letter beyond ASCII.',
    everywhere(inAttachments(withText('fileName', inAscii))),
  ),
  sentAs(
    'attachment-types-lost',
    ['B-SVC-15', 'B-SVC-31'],
    'The type of an attachment is not kept.',
    everywhere(inAttachments(({ type: _, ...rest }) => rest)),
  ),
  sentAs(
    'cities-in-ascii',
    ['B-SVC-31'],
    'Cities are kept with an underscore for each letter beyond ASCII.',
    everywhere(inAddress(withText('city', inAscii))),
  ),
  sentAs(
    'equal-addresses-linked-once',
    ['B-SVC-12', 'B-SVC-31'],
    'Of activities that are sent with one address only the first one has it.',
    (tree) => {
      const seen = new Set<string>()
      const once: Change = ({ address, ...rest }) => {
        const text = JSON.stringify(address)
        if (text === undefined || seen.has(text)) return rest
        seen.add(text)
        return { ...rest, address }
      }
      return 'activities' in tree ? { ...tree, activities: activitiesIn(tree).map(once) } : tree
    },
  ),
  sentAs(
    'source-activity-by-external-id-lost',
    ['B-SVC-09', 'B-SVC-31'],
    'A source activity that is named by its externalId is not kept.',
    everywhere((part) => {
      const { sourceActivity, ...rest } = part
      const keys = Object.keys((sourceActivity as Part | undefined) ?? {})
      return keys.length === 1 && keys[0] === 'externalId' ? rest : part
    }),
  ),
  passing(
    'service-deleted-activity-still-read',
    ['B-SVC-17'],
    'An activity that was read once is read again after it was deleted.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (request.method !== 'GET' || !isTreeCall(request) || !/\/activities\//.test(request.target)) return response
      const known = reads(house)
      if (isWell(response)) known.set(request.target, response)
      return response.status === 404 ? (known.get(request.target) ?? response) : response
    },
  ),
]
