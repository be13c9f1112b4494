import type { Variant } from '../deviation.ts'
import { isRecord } from '../crowd/record.ts'
import { everyTechnician, techniciansFor, type CrowdFields, type Technician } from '../crowd/technicians.ts'
import { isWell, jsonIn } from '../faults/passing.ts'
import { elementsIn } from '../faults/people-kinds.ts'
import { perHouse, type House } from '../house.ts'
import type { PlatformRequest } from '../http/message.ts'
import { everyPerson, peopleOf } from '../people/store.ts'
import { forget } from '../user/write.ts'
import { alone, through } from './lawful.ts'

const crowdPath = /\/api\/crowd\/v2\/technicians(?:\/([^?]*))?(?:\?|$)/

/** What a request names below the path of technicians; undefined if it is about none. */
function below({ target }: PlatformRequest): string | undefined {
  const found = crowdPath.exec(target)
  return found ? (found[1] ?? '') : undefined
}

const oldLastNames = ["O'Hara", 'Ünal \u{1F477}', 'L'.repeat(200), 'Okoro', 'd’Arc'] as const
const many = 400
const turnMs = 2000

function oldTechnician(at: number, company: string): Technician {
  const createdAt = Date.UTC(2011, 2, 1) + at * 60_000
  const isTwin = at < 20
  const fields = {
    businessPartner: isTwin ? 'Legacy Ltd' : `Legacy ${at % 30}`,
    email: `legacy${at}@crowd.example`,
    firstName: isTwin ? 'Sam' : at % 9 === 0 ? '' : at % 5 === 0 ? '-' : `Old${at}`,
    lastName: isTwin ? 'Stone' : (oldLastNames[at % oldLastNames.length] ?? ''),
  }
  return {
    externalId: `LEGACY_${company}_${at}`,
    createdAt: new Date(createdAt).toISOString(),
    lastChanged: createdAt,
    fields,
    first: fields,
    firstAddress: undefined,
    addresses: new Map(),
    skills: [],
  }
}

const legacies = perHouse((house) => ({
  turn: 0,
  all: house.world.accounts.flatMap((account) =>
    account.companies.map((company) => {
      const technicians = techniciansFor({ account, company }, house, 'legacy')
      const old = Array.from({ length: many }, (_, at) => oldTechnician(at, String(company.id)))
      for (const one of old) technicians.set(one.externalId, one)
      return technicians
    }),
  ),
}))

/** Once in a turn somebody updates one of the old technicians of each company. */
function touchLegacies(house: House): void {
  const known = legacies(house)
  const now = house.clock.now()
  const turn = Math.floor(now / turnMs)
  if (known.turn === turn) return
  known.turn = turn
  for (const technicians of known.all) {
    const old = [...technicians.values()][turn % many]
    if (old?.externalId.startsWith('LEGACY_')) old.lastChanged = now
  }
}

const alike = ['city', 'country', 'number', 'streetName', 'zipCode'] as const

/** The address that a technician had already; the new one of the same is taken away then. */
function oneOfTheSame(technician: Technician | undefined, made: CrowdFields): CrowdFields | undefined {
  const id = String(made['id'])
  const stored = technician?.addresses.get(id)
  if (!technician || !stored) return undefined
  const same = [...technician.addresses].find(
    ([other, address]) => other !== id && alike.every((name) => address[name] === stored[name]),
  )
  if (same) technician.addresses.delete(id)
  return same && { ...made, id: same[0] }
}

const users = perHouse(() => new Map<string, number>())

/** Makes a user of a technician whose e-mail nobody has. */
function engage(
  { externalId, email, firstName, lastName, mobilePhone }: CrowdFields,
  house: House,
  name: string,
): void {
  const account = house.world.accounts.find((one) => one.name === name)
  const taken = everyPerson(house).some((one) => one.email.toLowerCase() === String(email).toLowerCase())
  if (!account || taken || typeof email !== 'string') return
  const people = peopleOf(house, account)
  const now = house.clock.now()
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const person = {
    id: people.nextId(),
    email,
    name: email.split('@', 1)[0] ?? '',
    firstName: text(firstName),
    lastName: text(lastName),
    phone: text(mobilePhone),
    active: true,
    created: now,
    lastChanged: now,
    companies: account.companies.map(({ id }) => ({ companyId: id, groupId: 301 })),
    emails: [],
  }
  // It takes no subscription of the account: those are of users whom somebody creates (B-USR-17).
  people.persons.put(person, undefined)
  users(house).set(String(externalId), person.id)
}

function dismiss(externalId: string, house: House): void {
  const id = users(house).get(externalId)
  if (id === undefined) return
  for (const account of house.world.accounts) {
    const people = peopleOf(house, account)
    if (people.persons.get(id)) forget(id, { people })
  }
}

const accountIn = ({ headers }: PlatformRequest): string =>
  headers.find(([name]) => /^x-account-name$/i.test(name))?.[1] ?? ''

const middleOfTheCountry = {
  googlePlaceId: 'ChIJa76xwh5ymkcRW-WRjmtd6HU',
  latitude: 51.16,
  longitude: 10.45,
  radius: { unit: 'mi', value: 31 },
}

/** A list that is long before anything is created. */
export const hundredsOfOldTechnicians: Variant = {
  ...alone(
    through(
      'crowd-hundreds-of-old-technicians',
      ['B-CRW-07'],
      'Each company has 400 technicians of an import, without much that new ones need, before all others; every two seconds one of them is updated.',
      (request, go, { house }) => {
        if (below(request) !== undefined) touchLegacies(house)
        return go(request)
      },
    ),
  ),
  rule: { crowd: { defaultSize: () => 10 } },
}

/** Lawful readings of technicians, thought up by a fourteenth reader (suites/two-readings). */
export const fourteenthCrowdVariants: readonly Variant[] = [
  hundredsOfOldTechnicians,
  through(
    'crowd-same-address-once',
    ['B-CRW-09'],
    'A POST of an address that the technician has already is answered 201 with that one and its id.',
    async (request, go, { house }) => {
      const response = await go(request)
      const [, externalId] = /^([^/]+)\/addresses$/.exec(below(request) ?? '') ?? []
      if (externalId === undefined || request.method !== 'POST' || !isWell(response) || jsonIn(request)?.['id'])
        return response
      const [made] = elementsIn(jsonIn(response)?.['results'])
      const [, technician] = everyTechnician(house).find(([, one]) => one.externalId === externalId) ?? []
      const same = made && oneOfTheSame(technician, made)
      return same ? { ...response, body: Buffer.from(JSON.stringify({ results: [same] })) } : response
    },
  ),
  through(
    'crowd-technicians-are-users',
    ['B-CRW-03'],
    'A technician whose e-mail no user has becomes a user of the account, who goes when the technician is deleted.',
    async (request, go, { house }) => {
      const response = await go(request)
      const path = below(request)
      if (path === undefined || !isWell(response)) return response
      if (path === '' && request.method === 'POST')
        for (const made of elementsIn(jsonIn(response)?.['results'])) engage(made, house, accountIn(request))
      const [, deleted] = /^external-id\/([^/]+)$/.exec(path) ?? []
      if (deleted !== undefined && request.method === 'DELETE') dismiss(deleted, house)
      return response
    },
  ),
  {
    id: 'crowd-service-area-by-default',
    leaves: ['B-CRW-16'],
    says: 'A technician without a service area gets one of 31 mi in the middle of the country; one without a radius gets 50 km.',
    rule: {
      crowd: {
        stores: (sent, before) => {
          const { serviceArea: area } = sent
          // Addresses come by here, too.
          if (!('lastName' in sent)) return sent
          if (!isRecord(area)) return before === undefined ? { ...sent, serviceArea: middleOfTheCountry } : sent
          const hasRadius = !('latitude' in area && 'longitude' in area) || isRecord(area['radius'])
          return hasRadius ? sent : { ...sent, serviceArea: { ...area, radius: { unit: 'km', value: 50 } } }
        },
      },
    },
  },
]
