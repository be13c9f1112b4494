import type { PlatformResponse } from '../http/message.ts'

export type Encoding = 'json' | 'multipart' | 'form'
type Place = 'build' | 'bare' | 'download'

const encodings: ReadonlyArray<readonly [Encoding, RegExp]> = [
  ['json', /^(?:application|text)\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i],
  ['multipart', /^multipart\/form-data\s*(?:;|$)/i],
  ['form', /^application\/x-www-form-urlencoded\s*(?:;|$)/i],
]

export const strictEncoding = (type: string): Encoding | undefined =>
  encodings.find(([, pattern]) => pattern.test(type))?.[0]

/** A parameter as the main definition declares it. */
export interface DeclaredParameter {
  readonly name: string
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object'
  /** Type of the elements of an array. */
  readonly of?: DeclaredParameter['type']
  readonly isRequired: boolean
}

/** Whether the time-zone database has a name; the engine knows offsets as well, which are none. */
function isZone(name: string): boolean {
  try {
    return /^[A-Z]/.test(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
  } catch {
    return false
  }
}

/** The Reporting API and report templates (B-RPT). */
const reporting = {
  serves: (_at: Place): boolean => true,
  /** The answer to a caller without a valid token. */
  turnsAway: (refusal: PlatformResponse): PlatformResponse => refusal,
  encoding: (type: string): Encoding | undefined => strictEncoding(type),
  /** Fields without which a build is refused. */
  due: (_encoding: Encoding): readonly string[] => [],
  /** Whether templates of the company are there for a user of these privileges; none is a caller that is no user. */
  seesRecords: (_privileges: readonly string[] | undefined): boolean => true,
  /** Whether a build may name this time zone (B-RPT-02). */
  knowsZone: isZone,
  needsIdentifier: (_at: Place): boolean => false,
  takesQuery: (_at: Place): boolean => true,
  decoded: (bytes: Buffer, _encoding: 'multipart' | 'form'): string => bytes.toString('utf8'),
  plus: (text: string, encoding: 'multipart' | 'form'): string =>
    encoding === 'form' ? text.replaceAll('+', ' ') : text,
  /** The parameters in what a JSON body has for them; undefined if that is no object (B-RPT-02). */
  parameters: (sent: unknown): object | undefined =>
    typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? sent : undefined,
  /** What stands in a field; undefined loses it. */
  field: (_name: string, value: unknown, _encoding: Encoding): unknown => value,
  /** The key of a form field reportParameters.<key>. */
  key: (name: string): string => name,
  /** Form fields of parameters that count. */
  counted: <T>(pairs: readonly T[], _query: () => readonly T[]): readonly T[] => pairs,
  /** Whether texts of forms are turned into the types of the schema. */
  converts: (): boolean => true,
  /** Whether a parameter of a build is checked against this part of the schema. */
  checks: (_what: 'required' | 'type' | 'elements', _encoding: Encoding): boolean => true,
  /** Whether a parameter must be given, of which the schema says so or not. */
  requires: (isRequired: boolean): boolean => isRequired,
  /** Whether a parameter that is null counts as given. */
  nullCounts: (): boolean => false,
  /** Why a build of a template with these files is refused; undefined if it is not. */
  objects: (_fields: Readonly<Record<string, unknown>>, _files: readonly string[]): string | undefined => undefined,
  takesMore: (): boolean => true,
  /** Whether a build of a template that there is not is refused. */
  refusesUnknown: (): boolean => true,
  finds: (_kind: 'embedded' | 'stored', _at: 'build' | 'download'): boolean => true,
  /** Whether a template of a client is found by its name, before an embedded one. */
  findsNames: (): boolean => false,
  named: (name: string, _encoding: Encoding): string => name,
  /** The archive that counts, of all that were attached so far, oldest first; `use` says for what. */
  picks: <T>(current: T | undefined, _all: readonly T[], _use: 'fields' | 'schema' | 'download'): T | undefined =>
    current,
  /** What is read where an archive was stored, of all that were. */
  files: <T extends { readonly fileName?: unknown; readonly bytes?: Buffer }>(own: T, _all: () => readonly T[]): T =>
    own,
  /** Files of a template that a download delivers. */
  delivers: (_name: string, _bytes: Buffer): boolean => true,
  delivered: (bytes: Buffer, _name: string): Buffer => bytes,
  checksDownload: (): boolean => false,
  /** `zip` packs the files anew, `folders` in another order beside an empty one; `stored` sends the archive as attached, `list` JSON with base64. */
  downloadForm: (): 'zip' | 'folders' | 'stored' | 'list' => 'stored',
  answers: (): 'echo' | 'file' => 'echo',
  /** The answer to a build. */
  built: (answer: PlatformResponse): PlatformResponse => answer,
  /** Fields in the echo besides those sent. */
  fills: (): Readonly<Record<string, unknown>> => ({}),
  refusal: (): number => 400,
  /** Parameters for the embedded template that the target file tells; undefined tells none. */
  embeddedParameters: (): Readonly<Record<string, unknown>> | undefined => ({}),
  main: (names: readonly string[]): string | undefined => names.find((name) => name === 'report.jrxml'),
  takesFile: (_name: string): boolean => true,
  /** Whether an archive that breaks the rules is refused when it is attached. */
  refusesArchive: (): boolean => true,
  climbs: (): boolean => false,
  /** Of the files of an archive, and of all archives that were attached so far. */
  languages: (files: readonly string[], _all: () => readonly string[]): unknown =>
    files.flatMap((name) => /^translations(?:_([a-z]{2,3}(?:_[A-Z]{2})?))?\.properties$/.exec(name)?.[1] ?? []).sort(),
  /** Whether what is generated of an archive is found in it. */
  looksInto: (_bytes: Buffer | undefined): boolean => true,
  types: (): unknown => ['PDF', 'DOCX', 'XLSX', 'HTML'],
  /** Whether fields that are generated are taken from a caller instead. */
  takesGenerated: (): boolean => false,
  /** Whether what a caller wrote into them outlives a new archive. */
  keepsSent: (): boolean => false,
}

export const reportingRules = { reporting }
