import type { Privacy } from './privacy.ts'
import type { Occurrences } from './seen.ts'
import { newShape, type Shape } from './shape.ts'

/** What a shape is the shape of. */
export interface About {
  readonly kind: 'record' | 'body'
  /** Resource of the records, or id of the operation. */
  readonly of: string
  /** Version of the DTO asked for. */
  readonly version?: number
  readonly side: 'answer' | 'refusal' | 'sent'
}

export interface LearnedSubject {
  readonly about: About
  readonly shape: Shape
  /** How many the caller had reduced to some fields: what is missing there was not requested. */
  cut: number
}

/** An error word, the code that came with it, and the status. */
export interface Refusal {
  readonly status: number
  readonly error?: string
  readonly code?: string
}

export interface Calls {
  seen?: Occurrences
  readonly statuses: Map<number, Occurrences>
  /** Key: the refusal as JSON. */
  readonly refusals: Map<string, Occurrences>
  readonly parameters: Map<string, Occurrences>
}

export interface SourceFile {
  readonly name: string
  entries: number
  exchanges: number
}

/** All that was learned from traffic. */
export interface Learned {
  readonly files: SourceFile[]
  /** Operation id -> the outcomes of its calls. */
  readonly operations: Map<string, Calls>
  readonly subjects: Map<string, LearnedSubject>
}

export const newLearned = (): Learned => ({ files: [], operations: new Map(), subjects: new Map() })

export function learnedCallsOf(learned: Learned, operation: string): Calls {
  let calls = learned.operations.get(operation)
  if (!calls)
    learned.operations.set(operation, (calls = { statuses: new Map(), refusals: new Map(), parameters: new Map() }))
  return calls
}

/** `ServiceCall.27`, `ServiceCall.27.sent`, `data.list.answer`. */
const nameOf = ({ kind, of, version, side }: About): string =>
  [
    of.replaceAll('/', '.'),
    ...(version === undefined ? [] : [version]),
    ...(kind === 'record' && side === 'answer' ? [] : [side]),
  ].join('.')

export function subjectOf(learned: Learned, about: About): LearnedSubject {
  const name = nameOf(about)
  let subject = learned.subjects.get(name)
  if (!subject) learned.subjects.set(name, (subject = { about, shape: newShape(privacyOfSubject(about)), cut: 0 }))
  return subject
}

/** Everything at the token service is a credential, whatever its name. */
export const privacyOfSubject = ({ of }: About): Privacy => (of.startsWith('token/') ? 'secret' : 'open')
