import type { PeopleGroup, Person } from '../people/store.ts'

export type ScimOperation =
  | 'user-list'
  | 'user-get'
  | 'user-post'
  | 'user-put'
  | 'user-delete'
  | 'group-list'
  | 'group-get'
  | 'group-post'
  | 'group-put'
  | 'group-patch'
  | 'group-delete'

type Fields = Readonly<Record<string, unknown>>
export type PatchWord = 'add' | 'remove' | 'replace'

/** The SCIM API (B-SCM); where the document is silent, RFC 7643 and RFC 7644. */
const scim = {
  serves: (_operation: ScimOperation): boolean => true,
  /** Media types of requests that are taken; undefined is a body without one. */
  takesType: (type: string | undefined): boolean =>
    type !== undefined && /^application\/(?:scim\+)?json\s*(?:;|$)/i.test(type),
  success: (operation: ScimOperation): number =>
    operation.endsWith('-post') ? 201 : operation.endsWith('-delete') ? 204 : 200,
  /** Whether a write is answered with what it wrote. */
  answersWrite: (_operation: ScimOperation): boolean => true,
  hasLocation: (): boolean => true,
  mediaType: (): string => 'application/scim+json;charset=UTF-8',
  error: (status: number, scimType: string | undefined, detail: string): unknown => ({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType ? { scimType } : {}),
    detail,
  }),

  /** Whether a write without what is required is refused. */
  requires: (_what: 'schemas' | 'userName' | 'active' | 'emails' | 'Operations', _operation: ScimOperation): boolean =>
    true,
  isTaken: (email: string, other: string, _operation: ScimOperation): boolean =>
    email.toLowerCase() === other.toLowerCase(),
  /** Which of the e-mails that a write names must not be in use. */
  claimed: (emails: readonly string[]): readonly string[] => emails,
  /** Which e-mails a user keeps from others. */
  held: (_person: Person, emails: Person['emails']): readonly string[] => emails.map(({ value }) => value),
  refusalOfTaken: (): number => 409,
  persists: (_operation: ScimOperation, _field?: string): boolean => true,
  /** Names after a PUT that leaves them out. */
  nameUnsaid: (_former: string | null): string | null => null,
  membersUnsaid: (_former: readonly number[]): readonly number[] => [],
  deletes: (all: readonly number[], id: number): readonly number[] => all.filter((one) => one === id),

  listsUsers: (all: readonly Person[]): readonly Person[] => all,
  listsGroups: (all: readonly PeopleGroup[]): readonly PeopleGroup[] => all,
  picks: (found: Person, _all: readonly Person[]): Person => found,
  id: (id: number): unknown => String(id),
  /** The id of a new group; `next` is unlike all of users and groups. */
  groupId: (next: number, _groups: readonly number[]): number => next,
  emails: (emails: Person['emails']): unknown => emails,
  user: (dto: Fields, _operation: ScimOperation): unknown => dto,
  group: (dto: Fields, _operation: ScimOperation): unknown => dto,
  list: (resources: readonly unknown[], total: number, start: number): unknown => ({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex: start,
    itemsPerPage: resources.length,
    Resources: resources,
  }),
  /** Most resources on a page. */
  pageSize: (): number => 1000,

  word: (op: unknown): PatchWord | undefined => {
    const word = typeof op === 'string' ? op.toLowerCase() : ''
    return word === 'add' || word === 'remove' || word === 'replace' ? word : undefined
  },
  takesPath: (_path: string): boolean => true,
  added: (before: readonly number[], named: readonly number[]): readonly number[] => [...before, ...named],
  removed: (before: readonly number[], named: readonly number[]): readonly number[] =>
    before.filter((id) => !named.includes(id)),
  replaced: (_before: readonly number[], named: readonly number[]): readonly number[] => named,
  /** Members after an add whose path chose some: what a target holds that exists is replaced (RFC 7644, 3.5.2.1). */
  addedWhere: (before: readonly number[], met: readonly number[], named: readonly number[]): readonly number[] =>
    scim.replacedWhere(before, met, named),
  /** Members after a replace whose path chose some. */
  replacedWhere: (before: readonly number[], met: readonly number[], named: readonly number[]): readonly number[] => [
    ...before.filter((id) => !met.includes(id)),
    ...named,
  ],
  /** Members after a remove that names none. */
  cleared: (_before: readonly number[]): readonly number[] => [],
  /** Members after a PUT that names some. */
  put: (_before: readonly number[], named: readonly number[]): readonly number[] => named,
  /** Which of several operations are carried out. */
  carriedOut: <Operation>(all: readonly Operation[]): readonly Operation[] => all,
  /** Whether a failing operation takes those before it along. */
  isAtomic: (): boolean => true,
}

export const scimRules = { scim }
