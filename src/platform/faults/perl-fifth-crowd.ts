import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { crowdParts } from './crowd-parts.ts'
import { askedOf, isWell, jsonIn, passing, rewriting, withJson, type Json } from './passing.ts'

const { crowd } = crowdRules
const { fault } = crowdParts

const cut = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/[\u{10000}-\u{10ffff}].*$/su, '') : value

/** Texts that end before the first sign that takes two units. */
const cutting = (id: string, says: string, method: string, path: RegExp, names: readonly string[]): Fault =>
  rewriting(
    id,
    ['B-CRW-28'],
    says,
    (asked) => asked.method === method && path.test(asked.path),
    (request) =>
      withJson(request, (body) => ({
        ...body,
        ...Object.fromEntries(names.flatMap((name) => (name in body ? [[name, cut(body[name])]] : []))),
      })),
  )

const batch = /\/technicians\/([^/]+)\/addresses\/actions\/batch$/
const record = /\/technicians\/external-id\/([^/]+)$/

/** By technician: the last address whose creation was undone. */
const undone = perHouse(() => new Map<string, Json>())

const wholeNames = ['firstName', 'lastName']

/** Breaches of crowd technicians as a fifth look at a server in Perl found them, and their neighbours. */
export const perlFifthCrowdFaults: readonly Fault[] = [
  cutting(
    'crowd-create-cuts-names-at-wide-signs',
    'A new technician has names up to the first sign beyond U+FFFF.',
    'POST',
    /\/technicians$/,
    wholeNames,
  ),
  cutting(
    'crowd-update-cuts-names-at-wide-signs',
    'An update stores names up to the first sign beyond U+FFFF.',
    'PUT',
    record,
    wholeNames,
  ),
  cutting(
    'crowd-addresses-cut-at-wide-signs',
    'The texts of an address end before the first sign beyond U+FFFF.',
    'POST',
    /\/technicians\/[^/]+\/addresses$/,
    ['city', 'streetName'],
  ),
  fault('list-skill-name-in-latin-1', 'B-CRW-07', 'skillName is read as Latin-1.', {
    hasSkill: (skills, name, now) => crowd.hasSkill(skills, Buffer.from(name, 'utf8').toString('latin1'), now),
  }),
  passing(
    'crowd-record-shows-undone-creation',
    ['B-CRW-25'],
    'The record of a technician without an address shows one whose creation was undone.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { method, path, query } = askedOf(request)
      const [, owner] = batch.exec(path) ?? []
      if (owner !== undefined && response.status >= 400 && query.get('transactional') === 'true')
        for (const { operation, address } of (jsonIn(request)?.['requests'] ?? []) as Json[])
          if (operation === 'CREATE') undone(house).set(owner, address as Json)
      const [, read = ''] = record.exec(path) ?? []
      const shown = undone(house).get(read)
      if (method !== 'GET' || !shown || !isWell(response)) return response
      return withJson(response, (body) => ({
        ...body,
        results: (body['results'] as Json[]).map((one) => ({ ...one, address: one['address'] ?? shown })),
      }))
    },
  ),
]
