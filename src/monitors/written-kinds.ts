import { isObject } from '../exchange/json.ts'
import type { Observed } from './observed.ts'

type Json = Readonly<Record<string, unknown>>

/** A kind of thing that is written, and read by one address or in a list. */
export interface WrittenKind {
  readonly what: string
  /** B-SCM-18 and its like. */
  readonly statement: string
  readonly create: string
  readonly replace: string | undefined
  /** Changes a part of it, and leaves the rest. */
  readonly update?: string
  /** What answers a GET of one group is not shown (B-SCM-20). */
  readonly read: string | undefined
  readonly remove: string | undefined
  readonly list?: string
  /** What holds for one company only need not show elsewhere (B-USR-13). */
  readonly isPartial?: (observed: Observed) => boolean
  /** Names the thing in a call by its path. */
  readonly pathOf: (observed: Observed) => string | undefined
  /** ... and in the answer to its creation. */
  readonly madeAs: (record: Json, observed: Observed) => string | undefined
  readonly recordIn: (answer: unknown) => unknown
  /** Values of a body that another client writes, and no server has a reason to choose. */
  readonly values: (body: Json) => Json
}

const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** An id of people and groups: the paths have whole numbers, bodies numbers or texts (B-SCM-21); what a number has rounded is none. */
export function numberedAs(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined
  if (typeof value !== 'string' || !/^-?\d{1,20}$/.test(value)) return undefined
  return value.replace(/^(-?)0+(?=\d)/, '$1')
}

const only =
  (...names: readonly string[]) =>
  (body: Json): Json =>
    Object.fromEntries(names.map((name) => [name, body[name]]))

/** A telephone number, which may be kept in a form of its own, by its last digits; what is no text stays. */
const dialled = (value: unknown): unknown =>
  typeof value === 'string' && /\d/.test(value) ? value.replace(/\D/g, '').slice(-6) : value

const firstResult = (answer: unknown): unknown =>
  isObject(answer) && Array.isArray(answer['results']) && answer['results'].length === 1
    ? (answer['results'] as readonly unknown[])[0]
    : undefined

const uuidOf = (id: unknown): string | undefined => (isObject(id) ? idOf(id['uuid']) : idOf(id))

/** Rows of a list of users or groups, in an envelope or bare (B-SCM-17). */
export function peopleIn(answer: unknown): readonly Json[] {
  const rows = Array.isArray(answer)
    ? (answer as readonly unknown[])
    : isObject(answer)
      ? (answer['Resources'] ?? answer['content'])
      : undefined
  return Array.isArray(rows) ? (rows as readonly unknown[]).filter(isObject) : []
}

export const writtenKinds: readonly WrittenKind[] = [
  {
    what: 'user',
    statement: 'B-SCM-18',
    create: 'scim/users/create',
    replace: 'scim/users/replace',
    read: 'scim/users/get',
    remove: 'scim/users/delete',
    list: 'scim/users/list',
    pathOf: ({ reading }) => numberedAs(reading.path('userId')),
    madeAs: ({ id }) => numberedAs(id),
    recordIn: (answer) => answer,
    values: (body) => ({
      ...only('userName', 'active')(body),
      ...(isObject(body['name']) ? only('familyName', 'givenName')(body['name']) : {}),
    }),
  },
  {
    what: 'group',
    statement: 'B-SCM-18',
    create: 'scim/groups/create',
    replace: 'scim/groups/replace',
    update: 'scim/groups/update',
    read: undefined,
    remove: 'scim/groups/delete',
    list: 'scim/groups/list',
    pathOf: ({ reading }) => numberedAs(reading.path('groupId')),
    madeAs: ({ id }) => numberedAs(id),
    recordIn: (answer) => answer,
    values: only('displayName'),
  },
  {
    what: 'user',
    statement: 'B-USR-37',
    create: 'user/create',
    replace: 'user/replace',
    read: 'user/get',
    remove: 'user/delete',
    list: 'user/list',
    isPartial: ({ reading }) => reading.query('company') !== undefined,
    pathOf: ({ reading }) => numberedAs(reading.path('userId')),
    madeAs: ({ id }) => numberedAs(id),
    recordIn: (answer) => answer,
    values: (body) => ({ ...only('firstName', 'lastName', 'name', 'active')(body), phone: dialled(body['phone']) }),
  },
  {
    what: 'technician',
    statement: 'B-CRW-28',
    create: 'crowd/create',
    replace: 'crowd/update',
    read: 'crowd/get',
    remove: 'crowd/delete',
    pathOf: ({ reading }) => reading.path('externalId'),
    madeAs: ({ externalId }) => idOf(externalId),
    recordIn: firstResult,
    values: (body) => ({ ...only('firstName', 'lastName')(body), mobilePhone: dialled(body['mobilePhone']) }),
  },
  {
    what: 'address',
    statement: 'B-CRW-28',
    create: 'crowd/address-create',
    replace: 'crowd/address-update',
    read: 'crowd/address-get',
    remove: 'crowd/address-delete',
    pathOf: ({ reading }) => {
      const [technician, id] = [reading.path('externalId'), reading.path('id')]
      return technician === undefined || id === undefined ? undefined : `${technician}/${id}`
    },
    madeAs: ({ id }, { reading }) =>
      idOf(id) === undefined ? undefined : `${reading.path('externalId') ?? ''}/${String(id)}`,
    recordIn: firstResult,
    values: only('city', 'country', 'streetName'),
  },
  {
    what: 'service call',
    statement: 'B-SVC-31',
    create: 'service/create',
    replace: undefined,
    read: 'service/get',
    remove: undefined,
    pathOf: ({ reading }) => reading.path('serviceCall'),
    madeAs: ({ id }) => uuidOf(id),
    recordIn: (answer) => answer,
    values: only('subject', 'priority', 'remarks'),
  },
]
