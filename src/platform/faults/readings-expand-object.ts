import type { Fault } from '../deviation.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import type { Passage } from '../seams/passage.ts'
import { catalogue } from '../data/catalogue.ts'
import { json } from '../http/answers.ts'
import {
  askedOf,
  eachRecord,
  isWell,
  jsonIn,
  passing,
  reshaping,
  rewriting,
  withParts,
  withQuery,
  type Asked,
  type Json,
} from './passing.ts'

const objects = ({ query }: Asked): readonly string[] =>
  query.getAll('expand').filter((one) => /^object\.objectId\(/.test(one))
const memberOf = (record: Json) => Object.keys(record).find((name) => /^object\(/.test(name))

/** An expansion without its pair in dtos, served with the newest version. */
const unpaired = async (
  request: PlatformRequest,
  response: PlatformResponse,
  go: Passage,
): Promise<PlatformResponse> => {
  const [, name = ''] = /dtos names no version of (\w+)/.exec(response.body.toString('utf8')) ?? []
  const newest = catalogue.get(name)?.newest
  const { query } = askedOf(request)
  return response.status === 400 && newest !== undefined && query.has('expand') && query.has('dtos')
    ? go(withQuery(request, { dtos: `${query.get('dtos')};${name}.${newest}` }))
    : response
}

/** Quiet breaches of A-EXP-05, 07, 09. */
export const readingsExpandObjectFaults: readonly Fault[] = [
  reshaping(
    'objref-other-type-null-object',
    ['A-EXP-05'],
    'An object reference to another type than the expanded one becomes null.',
    (asked) => objects(asked).length > 0,
    (body) => eachRecord(body, (record) => (memberOf(record) ? record : { ...record, object: null })),
  ),
  reshaping(
    'objref-list-mixed',
    ['A-EXP-05', 'A-EXP-08'],
    'In a list the type of the first object reference decides for all.',
    (asked) => asked.by === 'list' && objects(asked).length > 0,
    (body) => {
      let first: boolean | undefined
      return eachRecord(body, (record) => {
        const member = memberOf(record)
        first ??= member !== undefined
        return first || !member
          ? record
          : Object.fromEntries(Object.entries(record).filter(([name]) => name !== member))
      })
    },
  ),
  rewriting(
    'objref-two-expands',
    ['A-EXP-05', 'A-EXP-04'],
    'Of two expansions of an object reference only the last is applied.',
    (asked) => objects(asked).length > 1,
    (request, asked) => withParts(request, 'expand', objects(asked).slice(-1)),
  ),
  {
    id: 'noread-shaped',
    breaks: ['A-EXP-07'],
    says: 'An expansion with fields is shown to users without permission to read.',
    rule: { expand: { reads: (permitted, wanted) => permitted || wanted.names !== undefined } },
  },
  {
    id: 'noread-search',
    breaks: ['A-EXP-07', 'A-EXP-08'],
    says: 'On searches expansions are shown to users without permission to read.',
    rule: { expand: { reads: (permitted, _wanted, { searches }) => permitted || searches } },
  },
  {
    id: 'noread-objectref',
    breaks: ['A-EXP-07'],
    says: 'An expanded object reference is shown to users without permission to read.',
    rule: { expand: { reads: (permitted, { kind }) => permitted || kind === 'object' } },
  },
  passing(
    'expand-no-pair-newest',
    ['A-EXP-09'],
    'An expansion whose DTO is not named in dtos is shown in the newest version.',
    async (request, go) => {
      let response = await go(request)
      for (let turn = 0; turn < 3 && response.status === 400; turn += 1)
        response = await unpaired(request, response, go)
      return response
    },
  ),
  passing(
    'expand-no-pair-500',
    ['A-EXP-09'],
    'A list with records in it and an expansion whose DTO is not named in dtos is answered with 500.',
    async (request, go) => {
      const response = await go(request)
      const asked = askedOf(request)
      if (asked.by !== 'list' || response.status !== 400 || !/dtos names no version/.test(response.body.toString()))
        return response
      const listed = jsonIn(await go(withParts(request, 'expand', [])))
      return isWell(response) || ((listed?.['data'] as unknown[]) ?? []).length === 0
        ? response
        : json(500, { error: 'CA-500', message: 'no such version', values: [] })
    },
  ),
  passing(
    'expand-no-pair-second',
    ['A-EXP-09'],
    'Only the first of several expansions must have its DTO named in dtos.',
    async (request, go) => {
      const response = await go(request)
      const first = askedOf(request).query.getAll('expand').slice(0, 1)
      if (response.status !== 400 || !isWell(await go(withParts(request, 'expand', first)))) return response
      return unpaired(request, response, go)
    },
  ),
]
