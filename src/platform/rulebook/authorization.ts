import type { Refusal } from './refusal.ts'
import type { Grant, Login, Scope } from './token.ts'

export type TokenState = 'live' | 'expired' | 'foreign' | 'unknown' | 'none'
export type ContextItem = 'clientId' | 'clientVersion' | 'account' | 'company' | 'user'
/** Tokens found in one place: none, some, or something that is not a bearer token. */
type Presented = readonly string[] | 'malformed'

interface TokenFacts {
  /** The token as given, if there is one. */
  readonly given: string | undefined
  readonly ageMs: number
}

/** How a resource call passes its token (A-AUT-01..05). */
const bearer = {
  fromHeader(values: readonly string[], _operation: string): Presented {
    const tokens = values.map((value) => /^Bearer +([\w.~+/-]+=*)$/i.exec(value)?.[1])
    return tokens.every((token) => token !== undefined) ? tokens : 'malformed'
  },
  fromQuery: (values: readonly string[], _operation: string): Presented =>
    values.every((value) => value !== '') ? values : 'malformed',
  /** Which token is used if header and query differ. */
  chosen: (_header: string, _query: string): string | undefined => undefined,
  /** The token that a caller means by what it sent; `all` are those issued so far. */
  meant: (given: string, _all: () => readonly string[]): string => given,
  accepts: (state: TokenState, _room: string, _operation: string, _facts?: TokenFacts): boolean => state === 'live',
  /** Whether a live token of this login counts for the operation. */
  serves: (_login: Login, _grant: Grant, _scope: Scope, _operation: string): boolean => true,
  /** Whether an operation is carried out although its caller is refused. */
  actsAnyway: (_operation: string): boolean => false,
  refusal: (_state: TokenState): 'invalid_token' | 'invalid_request' => 'invalid_token',
}

/** The context a call must state besides the token (A-AUT-06..09). */
const context = {
  /** The interfaces of document B name the context of their calls themselves (B-USR-30). */
  needs: (_item: ContextItem, scope: Scope, _operation: string, room: string): boolean =>
    scope === 'local' && room !== 'scim' && room !== 'user' && room !== 'reporting',
  isGiven: (value: string | undefined): boolean => Boolean(value),
  /** How a call without its context is refused. */
  refusal: (refused: Refusal): Refusal => refused,
  /** The company that a name means, by its place among those of the caller. */
  company: (named: string, names: readonly string[]): number => names.indexOf(named),
  /** The companies that a caller may name: those of the token; `all` are those of its account. */
  companies: <C>(own: readonly C[], _all: readonly C[], _operation: string): readonly C[] => own,
  /** Whether a login may use the company at a place among its own. */
  opens: (_place: number, _login: Login): boolean => true,
  /** Whether a write with the request id of an earlier one gets that one's answer. */
  repeats: (): boolean => false,
  /** The header wins if both are sent. */
  clientId: (header: string | undefined, query: string | undefined, _operation: string): string | undefined =>
    header ?? query,
  clientVersion: (header: string | undefined, query: string | undefined, _operation: string): string | undefined =>
    header ?? query,
  requestId: (_header: string | undefined, _query: string | undefined, _operation: string): boolean => true,
  /** One name or value of a query (A-AUT-11); a plus sign means a space, as in forms. */
  decode: (raw: string, _operation: string): string => decodeURIComponent(raw.replaceAll('+', ' ')),
}

export const authorizationRules = { bearer, context }
