import { match } from '../contract/match.ts'
import { recordedFacts } from '../contract/recorded-facts.ts'
import { basePaths } from '../target/base-paths.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { readHar } from '../har/read.ts'
import { holdsPlaceholder } from '../redact/placeholder.ts'
import { exchangesIn } from './exchanges-in.ts'

/** What a recording tells of the target that it was made with; absent where nothing shows it. */
export interface RecordedAnswers {
  auth?: string
  directory?: string
  base?: string
  account?: string
  company?: string
  clientId?: string
  clientVersion?: string
  user?: string
  readonly dtos: Record<string, { version: number; syncBase: number }>
}

/** Reads the addresses, the context and the DTO versions of a target out of a recording; bodies of records are not looked at. */
export async function answersIn(file: string): Promise<RecordedAnswers> {
  const told: RecordedAnswers = { dtos: {} }
  for await (const entry of readHar(file))
    for (const exchange of exchangesIn(entry, 'entry', recordedFacts)) note(exchange, told)
  return told
}

function note({ request, response }: Exchange, told: RecordedAnswers): void {
  const found = match(request.method, request.url, recordedFacts)
  if (!found || !URL.canParse(request.url) || (response?.status ?? 500) >= 400) return
  const url = new URL(request.url)
  const name = found.operation.interface
  const path = basePaths[name as keyof typeof basePaths]
  // What comes before the path that the documents give belongs to the address.
  const at = path === undefined ? -1 : url.pathname.indexOf(path.replace(/\/$/, ''))
  const address = at < 0 ? undefined : `${url.origin}${url.pathname.slice(0, at)}`
  if (address !== undefined) told[name === 'token' ? 'auth' : name === 'directory' ? 'directory' : 'base'] ??= address
  const plain = (text: string | null | undefined): string | undefined =>
    text && !holdsPlaceholder(text) ? text : undefined
  const set = (key: 'account' | 'company' | 'clientId' | 'clientVersion' | 'user', value: string | undefined): void => {
    if (value !== undefined) told[key] ??= value
  }
  set('account', plain(url.searchParams.get('account')))
  set('company', plain(url.searchParams.get('company')))
  const header = (wanted: string) => request.headers.find(([key]) => key.toLowerCase() === wanted)?.[1]
  set('clientId', plain(header('x-client-id')))
  set('clientVersion', plain(header('x-client-version')))
  const user = plain(url.searchParams.get('user'))
  const account = url.searchParams.get('account')
  if (user && account) set('user', user.startsWith(`${account}/`) ? user : `${account}/${user}`)
  for (const pair of (url.searchParams.get('dtos') ?? '').split(';')) {
    const [, named = '', version = ''] = /^([A-Za-z]\w*)\.(\d+)$/.exec(pair) ?? []
    const known = told.dtos[named]
    if (named && (!known || known.version < Number(version)))
      told.dtos[named] = { version: Number(version), syncBase: known?.syncBase ?? shownFrom - 1 }
  }
  const resource = found.path['resourceName']
  if (resource !== undefined && response?.body) noteBase(resource, response.body, told)
}

/** Records show lastChangedBy from this version of the synchronisation base on (A-REC-05); one below it is no more than a guess. */
export const shownFrom = 10

function noteBase(resource: string, body: Uint8Array, { dtos }: RecordedAnswers): void {
  const known = dtos[resource]
  if (known && Buffer.from(body).includes('"lastChangedBy"')) known.syncBase = shownFrom
}
