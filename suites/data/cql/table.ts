import { inUtc } from '../../../src/exchange/moment.ts'
import type { Answer, Dto } from '../../../src/clients/answer.ts'
import type { Api } from '../../../src/clients/api.ts'
import { keyOf, must, plainId, rely, type Context, Blocked } from '../../../src/kit/index.ts'
import { cql } from './requirements.ts'
import { data } from '../record/requirements.ts'
import { madeOnce } from '../made-once.ts'
import { hasPartners } from '../offered.ts'
import { posted } from '../posted.ts'
import { current, mustShow, onTheQuarter, whole } from '../steps.ts'
import { partnerNames, personNames, seedCalls, type SeedCall } from './seed.ts'

export const tableResource = 'ServiceCall'

/** A seeded record: what was asked for, and what the target shows of it. Queries are judged by what it shows. */
export interface SeededRow {
  readonly seed: SeedCall
  readonly id: string
  readonly dto: Dto
}

/** Records of one name space, created once and never changed: what queries are asked about. */
export interface Table {
  readonly tag: string
  readonly rows: readonly SeededRow[]
  readonly partners: readonly Dto[]
  readonly people: readonly Dto[]
  /** Of which resource they are, as the target file has it. */
  readonly peopleAre: string
  /** Predicates that hold these rows and no others; they were tried. */
  readonly scopes: readonly string[]
  /** Paging parameters under which the list is whole. */
  readonly paging: Readonly<Record<string, string>>
}

/** One table per target serves all checks. */
export const tableOf = madeOnce((context) => seeded(context))

/** Makes the records and reads them back by id: no list and no query is trusted with what it is to be judged by. */
export async function seeded(context: Context): Promise<Table> {
  const { api, fresh } = context
  const partners = await all(hasPartners(context) ? partnerNames : [], (name) =>
    made(context, 'BusinessPartner', { name: `${name} ${fresh.tag}` }),
  )
  const people = await peopleMade(context)
  const rows = await all(seedCalls, async (seed) => {
    const { partner, technicians, ...plain } = seed
    const dto = await made(context, tableResource, {
      ...plain,
      ...(partner === undefined || partners.length === 0 ? {} : { businessPartner: partners[partner]?.['id'] }),
      ...(technicians && people.length > 0
        ? { technicians: technicians.map((position) => people[position]?.['id']) }
        : {}),
    })
    return { seed, id: plainId(String(dto['id'])), dto: askable(dto) }
  })
  const peopleAre = context.target.fixtures.listReference?.to ?? 'any resource'
  const bare = { tag: fresh.tag, rows, partners, people, peopleAre }
  return { ...bare, ...(await calibrated(api, bare)) }
}

/** Of which resource the people in `technicians` are, and what fields they have, only the target file says. */
async function peopleMade(context: Context): Promise<readonly Dto[]> {
  const { fixtures, templates } = context.target
  const { resource, field, to = '' } = fixtures.listReference ?? {}
  const template = templates[to]
  if (resource !== tableResource || field !== 'technicians' || !template) return []
  return all(personNames, (name) =>
    made(context, to, 'lastName' in template ? { lastName: `${name} ${context.fresh.tag}` } : {}),
  )
}

/** Those whom rows refer to in a list. */
export function peopleOf({ people, peopleAre }: Table): readonly Dto[] {
  if (people.length === 0)
    throw new Blocked(
      `there is no templates.${peopleAre}, or fixtures.listReference is not about technicians of a ServiceCall`,
    )
  return people
}

/** Those whom rows refer to, one each. */
export function partnersOf({ partners }: Table): readonly Dto[] {
  if (partners.length === 0) throw new Blocked('templates.BusinessPartner is missing in the target file')
  return partners
}

/** Whether any row shows the field: which fields a version of a DTO has is not shown (A-REC-12). */
export const isShown = ({ rows }: Table, field: string): boolean => rows.some(({ dto }) => field in dto)
export const hasValues = ({ rows }: Table, field: string): boolean =>
  rows.some(({ dto }) => (dto[field] ?? null) !== null)

/** What is asked for is written as the documents write it, whatever form the target shows. */
const askable = (dto: Dto): Dto =>
  Object.fromEntries(
    Object.entries(dto).map(([name, value]) => [name, typeof value === 'string' ? inUtc(value) : value]),
  )

const all = <T, R>(items: readonly T[], make: (item: T) => Promise<R>): Promise<R[]> => Promise.all(items.map(make))

const another = ' 2'
const worded = 'plain words'
/** A subject of letters and blanks; of letter, digit and blank, those that the other has are kept. */
const wording = (subject: string): string => `${worded} ${subject.replace(/[^A-Za-z0-9 ]/g, '')}`.trim()

/** What a record is made of where it was refused, if there is anything plainer. */
function plainerThan(more: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined {
  const { startDateTime, technicians, ...others } = more
  if (typeof startDateTime === 'string') {
    const plainer = onTheQuarter(startDateTime)
    if (plainer !== startDateTime) return { ...more, startDateTime: plainer }
    // That somebody may be in two places at one time is not stated; calls without a start have technicians as well.
    if (technicians !== undefined) return { ...others, startDateTime }
  }
  // A service may want names of their own, in whatever letters.
  const title = more['name']
  if (typeof title === 'string') return title.endsWith(another) ? undefined : { ...more, name: `${title}${another}` }
  // Nor is it stated how short a subject may be, and which signs it may have.
  const subject = more['subject']
  return typeof subject === 'string' && !subject.startsWith(worded) ? { ...more, subject: wording(subject) } : undefined
}

function made(context: Context, name: string, more: Readonly<Record<string, unknown>>): Promise<Dto> {
  return rely(data.create, async () => {
    const { answer, body } = await posted(context, name, whole(context, { id: context.fresh.id(), ...more }, name))
    const plainer = answer.status >= 400 && answer.status < 500 ? plainerThan(more) : undefined
    if (plainer) return made(context, name, plainer)
    must.success(answer)
    const { dto } = await current(context.api, { id: String(body['id']), externalId: String(body['externalId']) }, name)
    mustShow('the created record', dto, body, ['externalId'])
    return dto
  })
}

const pagings: readonly Readonly<Record<string, string>>[] = [
  {},
  { pageSize: '1000' },
  { page: '1', pageSize: '1000' },
  { page: '0', pageSize: '1000' },
]

/** Which predicates keep a query within the rows, and how a list is had whole: by trying. One broken operator must not spoil every query. */
async function calibrated(
  api: Api,
  { tag, rows }: Pick<Table, 'tag' | 'rows'>,
): Promise<Pick<Table, 'scopes' | 'paging'>> {
  const names = rows.map(({ dto }) => `"${String(dto['externalId'])}"`).join(', ')
  const candidates = [
    `externalId like "${tag}%"`,
    `externalId in (${names})`,
    `id in (${rows.map(({ id }) => `"${id}"`).join(', ')})`,
  ]
  const told: string[] = []
  for (const paging of pagings) {
    const scopes: string[] = []
    for (const scope of candidates) {
      const answer = await api.data.list(tableResource, { query: { ...paging, query: scope } })
      const ids = listedIdsOf(answer)
      if (ids.length === rows.length && rows.every(({ id }) => ids.includes(id))) scopes.push(scope)
      else
        told.push(
          `${scope.split('"')[0]}: status ${answer.status}, a list of ${ids.length} with ${rows.filter(({ id }) => ids.includes(id)).length} of them`,
        )
    }
    if (scopes.length > 0) return { scopes, paging }
  }
  return rely(cql['query-criteria'], async () => {
    must.hold(
      `a query that holds the ${rows.length} records which it names and no other`,
      false,
      told.slice(0, 3).join('; '),
    )
    return { scopes: [], paging: {} }
  })
}

/** Ids of the listed records, spelt one way, repeats kept. */
export const listedIdsOf = (answer: Answer): string[] =>
  answer.status >= 200 && answer.status < 300
    ? answer.records(keyOf(tableResource)).map((record) => plainId(String(record['id'])))
    : []
