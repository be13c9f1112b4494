import type { Membership, Person } from '../people/store.ts'

export type UserOperation = 'list' | 'get' | 'post' | 'put' | 'delete'

/** Why the User API refuses a call. */
export type UserCause =
  | 'account'
  | 'company'
  | 'exists'
  | 'email-taken'
  | 'not-found'
  | 'id-mismatch'
  | 'field'
  | 'no-subscription'
  | 'header'
  | 'parameter'
  | 'media-type'

type Fields = Readonly<Record<string, unknown>>

interface PageFacts {
  /** Place of the first element among all, from 0. */
  readonly start: number
  readonly size: number
  readonly total: number
  readonly shown: number
}

const texts: Readonly<Record<UserCause, string>> = {
  account: 'The [account] parameter is invalid.',
  company: 'The [company] parameter is invalid.',
  exists: 'User already exists',
  'email-taken': 'Email must be unique',
  'not-found': 'User account not found',
  'id-mismatch': 'The id of the body is not that of the user',
  field: 'The body is not valid',
  'no-subscription': 'The person could not be created because there are no free valid subscriptions',
  header: 'A required header is missing',
  parameter: 'A parameter is not valid',
  'media-type': 'The body must be application/json',
}

const statuses: Readonly<Partial<Record<UserCause, number>>> = {
  'not-found': 404,
  'no-subscription': 409,
  'media-type': 415,
}

/** The User API (B-USR). */
const user = {
  serves: (_operation: UserOperation): boolean => true,
  needsHeader: (_name: 'X-Request-ID' | 'X-Client-Version', _operation: UserOperation): boolean => true,
  needsAccount: (_operation: UserOperation): boolean => true,
  knowsCompany: (known: boolean, _operation: UserOperation): boolean => known,
  /** Media types of bodies that are taken; undefined is a body without one, for none is named among the headers. */
  takesType: (type: string | undefined): boolean =>
    type === undefined || /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type),
  status: (cause: UserCause, _operation: UserOperation): number => statuses[cause] ?? 400,
  error: (cause: UserCause): unknown => ({
    error: cause === 'no-subscription' ? 'UA-03' : 'UA-00',
    message: texts[cause],
    values: [],
  }),
  success: (operation: UserOperation): number => (operation === 'post' ? 201 : operation === 'delete' ? 204 : 200),

  needsField: (_name: 'email' | 'companyGroupId'): boolean => true,
  /** The user name; `part` is that of the e-mail before @. */
  name: (
    given: string | undefined,
    part: string,
    _operation: UserOperation,
    _former: string | undefined,
  ): string | null => (given === undefined || given === '' ? part : given),
  /** Whether the e-mail of another user keeps a caller from using it. */
  isTaken: (email: string, other: string, _operation: UserOperation): boolean =>
    email.toLowerCase() === other.toLowerCase(),
  /** firstName, lastName or phone after a write. */
  text: (given: unknown, _former: string | null, _name: string, _operation: UserOperation): string | null =>
    typeof given === 'string' && given !== '' ? given : null,
  /** active after a write that leaves it out. */
  activeUnsaid: (former: boolean | null): boolean | null => former,
  email: (given: string | undefined, former: string): string => given ?? former,
  takesActive: (_operation: UserOperation): boolean => true,
  /** Whether firstName goes with a lastName that is left out of a PUT. */
  losesFirst: (_lastName: unknown): boolean => false,
  takesEmptyEmail: (): boolean => false,
  /** The user that a PUT is about, of those in its path and in its body. */
  means: <Who>(path: Who, _body: Who): Who => path,
  creates: (): boolean => false,
  /** Ids of the users that the deletion of one takes away. */
  doomed: (id: number, _all: readonly number[]): readonly number[] => [id],
  needsId: (): boolean => true,
  idHolds: (sent: unknown, id: number): boolean => sent === id,
  takesReadOnly: (_name: 'id' | 'created' | 'lastChanged' | 'groupId', _operation: UserOperation): boolean => false,
  /** Ids of the companies that a write concerns; `named` is that of the company parameter. */
  concerned: (all: readonly number[], named: number | undefined, _operation: UserOperation): readonly number[] =>
    named === undefined ? all : [named],
  /** The permission group in a company that a write concerns; `before` is the one so far. */
  group: (
    sent: number | undefined,
    before: number | undefined,
    _companyId: number,
    _operation: UserOperation,
  ): number => sent ?? before ?? 0,
  /** Whether a user that exists in one company is created again for the account. */
  duplicates: (_missing: number): boolean => false,
  /** Whether a user that exists in so many companies is extended to others that are concerned, or refused. */
  extends: (_companies: number): boolean => true,
  /** Whether the interface knows a user of the account. */
  knows: (_person: Person): boolean => true,
  persists: (_operation: UserOperation, _field?: string): boolean => true,

  picks: (found: Person, _all: readonly Person[]): Person => found,
  nameMatches: (asked: string, name: string): boolean => asked.toLowerCase() === name.toLowerCase(),
  emailMatches: (asked: string, email: string): boolean => asked.toLowerCase() === email.toLowerCase(),
  activeMatches: (asked: string, active: boolean | null): boolean => String(active ?? false) === asked,
  /** Whether all filters have to match. */
  joins: (matches: readonly boolean[]): boolean => matches.every((match) => match),
  firstPage: (): number => 0,
  defaultSize: (): number => 20,
  size: (asked: number): number => asked,
  start: (page: number, size: number, offset: number | undefined): number => offset ?? page * size,
  /** One sort: a property, and whether it descends. */
  sort: (text: string): { readonly property: string; readonly descends: boolean } | undefined => {
    const [, property = '', direction] = /^\s*(\w+)(?:[\s,(]+(asc|desc)\)?)?\s*$/i.exec(text) ?? []
    return property === '' ? undefined : { property, descends: direction?.toLowerCase() === 'desc' }
  },
  /** The order of two values of a property that a list is sorted by; null is none. */
  compares: (one: string | null, other: string | null, descends: boolean): number => {
    const [first, second] = descends ? [other ?? '', one ?? ''] : [one ?? '', other ?? '']
    return first < second ? -1 : first > second ? 1 : 0
  },
  /** The order of the ids of two users whom no Sort tells apart; `descends` is of the last one, undefined without any. */
  ties: (_one: number, _other: number, _descends: boolean | undefined): number => 0,
  sorts: (all: readonly string[]): readonly string[] => all,
  figures: ({ start, size, total, shown }: PageFacts, first: number): Fields => ({
    firstPage: start === 0,
    lastPage: start + size >= total,
    number: Math.floor(start / size) + first,
    numberOfElements: shown,
    size,
    totalElements: total,
    totalPages: Math.ceil(total / size),
  }),
  page: (content: readonly unknown[], figures: Fields, sort: Fields): unknown => ({ content, ...figures, sort }),

  memberships: (companies: readonly Membership[]): unknown =>
    companies.map(({ companyId, groupId }) => ({ companyId, groupId })),
  moment: (ms: number): unknown => new Date(ms).toISOString(),
  shown: (dto: Fields, _operation: UserOperation): unknown => dto,
  /** What a write is answered with. */
  answers: (operation: UserOperation): 'user' | 'nothing' => (operation === 'delete' ? 'nothing' : 'user'),
}

export const userRules = { user }
