import { createHash } from 'node:crypto'
import type { Variant } from '../deviation.ts'
import { answering } from '../faults/edits.ts'
import { isWell, withJson, type Json } from '../faults/passing.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { turningAway } from './turned-away.ts'

type Part = Readonly<Record<string, unknown>>

const treePath = '/composite-tree/service-calls'
const isTree = ({ target }: Pick<PlatformRequest, 'target'>): boolean => target.includes(treePath)

const deep = (value: unknown, edit: (part: Part) => Part): unknown => {
  if (Array.isArray(value)) return value.map((one) => deep(one, edit))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(edit(value as Part)).map(([name, inner]) => [name, deep(inner, edit)]))
}

/** Answers with a tree, told by the moment. */
const byTheMoment = (edit: (tree: Json, now: number) => unknown): Pick<Variant, 'wire'> => ({
  wire: {
    response: (response, request, now) =>
      isTree(request) && isWell(response) ? withJson(response, (tree) => edit(tree, now)) : response,
  },
})

const turned = (list: readonly unknown[], by: number) => [...list.slice(by), ...list.slice(0, by)]

const isOwner = (part: Part): boolean => 'lastChanged' in part
const lists = ['equipments', 'responsibles', 'attachments', 'requirements', 'reservedMaterials', 'udfValues']
const texts = ['externalId', 'type', 'remarks', 'dueDateTime', 'earliestStartDateTime', 'durationInMinutes', 'contact']
const ofAddress = ['city', 'country', 'state', 'street', 'streetNumber', 'zipCode', 'location', 'source', 'sourceId']
const ofMaterial = ['externalId', 'shipped', 'serialNumber']

const filled = (names: readonly string[], value: unknown) => Object.fromEntries(names.map((name) => [name, value]))

/** Every field that a part lacks, without a value; an empty list is one in the answer to a POST alone. */
const withNulls =
  (isCreate: boolean) =>
  (part: Part): Part => {
    if (isOwner(part)) {
      const lacking = Object.fromEntries(Object.entries(part).filter(([, value]) => !isEmptyList(value)))
      return { ...filled(texts, null), ...filled(lists, isCreate ? [] : null), address: null, ...lacking }
    }
    if ('quantity' in part) return { ...filled(ofMaterial, null), ...part }
    if ('fileName' in part) return { ...filled(['category', 'description', 'title', 'type'], null), ...part }
    return 'city' in part ? { ...filled(ofAddress, null), ...part } : part
  }
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

const handedDown = (body: Part): Part => {
  const { activities, requirements } = body
  if (!Array.isArray(activities) || !Array.isArray(requirements)) return body
  const more = (requirements as readonly Part[]).map((one) => ({ ...one, inherited: true }))
  return {
    ...body,
    activities: (activities as readonly Part[]).map((one) => {
      const own = one['requirements']
      return { ...one, requirements: [...(Array.isArray(own) ? (own as unknown[]) : []), ...more] }
    }),
  }
}

/** Lawful readings of B-SVC, thought up by a fifth reader of the documents (suites/two-readings). */
export const fifthTreeVariants: readonly Variant[] = [
  {
    id: 'service-lists-in-an-order-of-the-moment',
    leaves: ['B-SVC-22', 'B-SVC-23'],
    says: 'The lists of a tree are in another order each time.',
    ...byTheMoment((tree, now) =>
      deep(tree, (part) =>
        Object.fromEntries(
          Object.entries(part).map(([name, value]) => [
            name,
            Array.isArray(value) && value.length > 0 ? turned(value, now % value.length) : value,
          ]),
        ),
      ),
    ),
  },
  {
    id: 'service-last-changed-small',
    leaves: ['B-SVC-16', 'B-SVC-31'],
    says: 'lastChanged is a small number, of the answer rather than of the record.',
    ...byTheMoment((tree, now) =>
      deep(tree, (part) => (isOwner(part) ? { ...part, lastChanged: now % 1_000_000 } : part)),
    ),
  },
  {
    id: 'service-more-fields-at-every-depth',
    leaves: ['B-SVC-09', 'B-SVC-10', 'B-SVC-15', 'B-SVC-22'],
    says: 'Every object of a tree has fields besides those of the documents.',
    rule: {
      service: {
        shown: (tree) => deep(tree, (part) => ({ ...part, _links: ['x'], version: 3, syncStatus: 'IN_CLOUD' })),
      },
    },
  },
  {
    id: 'service-nulls-at-every-depth',
    leaves: ['B-SVC-10', 'B-SVC-14', 'B-SVC-15', 'B-SVC-22', 'B-SVC-23'],
    says: 'Whatever was not sent is null, lists in the answer to a POST are empty.',
    rule: { service: { shown: (tree, operation) => deep(tree, withNulls(operation === 'service-create')) } },
  },
  {
    id: 'service-references-by-id-and-nulls',
    leaves: ['B-SVC-09'],
    says: 'A reference is shown by its id, its code and its external id are null.',
    rule: { service: { reference: ({ id }) => ({ id, code: null, externalId: null }) } },
  },
  {
    id: 'service-opaque-codes',
    leaves: ['B-SVC-08'],
    says: 'Codes are letters in no order, and a service call has that of an activity.',
    rule: {
      service: {
        code: (kind, number) =>
          createHash('sha256')
            .update(String(kind === 'SC' ? number + 1 : number))
            .digest('base64url')
            .slice(0, 12),
      },
    },
  },
  {
    id: 'service-answers-with-further-headers',
    leaves: ['B-SVC-03', 'B-SVC-05'],
    says: 'A tree has a Location, an ETag and a media type of its own.',
    wire: answering(
      ({ path }, { status }) => path.includes(treePath) && status === 200,
      (response, { path }) => ({
        ...response,
        headers: [
          ['Content-Type', 'application/vnd.tree+json; charset=utf-8'],
          ['Location', path],
          ['ETag', '"1"'],
        ],
      }),
    ),
  },
  {
    id: 'service-requirements-handed-down',
    leaves: ['B-SVC-15', 'B-SVC-23'],
    says: 'Activities have the requirements of their service call, too, as inherited ones.',
    rule: { service: { taken: handedDown } },
  },
  {
    id: 'service-malformed-id-400',
    leaves: ['B-SVC-05', 'B-SVC-27'],
    says: 'A path with an id that is none is refused with 400.',
    wire: turningAway(
      ({ method, target }) => {
        const [, id] = /\/composite-tree\/service-calls\/([^/?]+)/.exec(target) ?? []
        return method === 'GET' && id !== undefined && !/^[0-9a-f]{32}$/i.test(id.replaceAll('-', ''))
      },
      json(400, { error: 'bad_request' }),
    ),
  },
  {
    id: 'service-call-read-by-code',
    leaves: ['B-SVC-09', 'B-SVC-27'],
    says: 'A service call is read by its code and its external id, too.',
    rule: {
      service: {
        callNamed: (name, byId, all) =>
          byId(name) ?? all().find(({ externalId, fields }) => externalId === name || fields['code'] === name),
      },
    },
  },
  {
    id: 'service-taken-external-id-409',
    leaves: ['B-SVC-08', 'B-SVC-27'],
    says: 'A tree with an external id that is taken is refused with 409.',
    wire: answering(
      ({ path }, { status, body }) =>
        path.includes(treePath) && status === 400 && /externalId/.test(body.toString('utf8')),
      (response) => ({ ...response, status: 409 }),
    ),
  },
  {
    id: 'service-coordinates-as-texts',
    leaves: ['B-SVC-10'],
    says: 'Coordinates are shown as texts, and found by the service where none were sent.',
    rule: {
      service: {
        address: (address) => {
          const { latitude, longitude } = (address['location'] ?? { latitude: 51.5, longitude: 4.5 }) as Part
          const told = (value: unknown) => `${String(value)}${Number.isInteger(value) ? '.0' : '0'}`
          return { ...address, location: { latitude: told(latitude), longitude: told(longitude) } }
        },
      },
    },
  },
]
