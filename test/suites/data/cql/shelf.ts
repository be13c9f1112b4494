import { plainId, type Context } from '../../../../src/kit/index.ts'
import { answered } from '../../../kit/answers.ts'

type Row = Record<string, unknown>
type Truth = boolean | null
type Holds = (row: Row) => Truth

/** A shelf of records that answers queries in memory, written from the documents and apart from the kit's own reading. */
export interface Bend {
  readonly nulls?: 'unknown' | 'differ' | 'false'
  readonly anyCase?: true
  /** Bent results of an operator: what makes the shelf wrong. */
  readonly operator?: (operator: string, value: unknown, wanted: unknown, right: boolean) => boolean
  readonly not?: (held: Truth) => Truth
  /** Called before each list: where other users write meanwhile. */
  readonly meanwhile?: (records: Row[]) => void
}

export function shelf(bend: Bend = {}) {
  const records: Record<string, Row[]> = {}
  let [count, sent, clock] = [0, 0, 1_700_000_000_000]
  const keyOf = (resource: string) => resource.charAt(0).toLowerCase() + resource.slice(1)
  const show = (resource: string, rows: readonly Row[]) =>
    answered(200, { data: rows.map((row) => ({ [keyOf(resource)]: row })) })
  const data = {
    async create(resource: string, body: Row) {
      sent += 1
      clock += 3
      ;(records[resource] ??= []).push({ ...body, lastChanged: clock })
      return show(resource, [])
    },
    async get(resource: string, id: string) {
      sent += 1
      return show(
        resource,
        (records[resource] ?? []).filter((row) => row['id'] === id || plainId(String(row['id'])) === id),
      )
    },
    async list(resource: string, { query: { query } }: { query: { query: string } }) {
      sent += 1
      bend.meanwhile?.((records[resource] ??= []))
      const rows = records[resource] ?? []
      try {
        const satisfies = reading(query, bend)
        return show(resource, rows.filter(satisfies))
      } catch (error) {
        if (error instanceof Unreadable) return answered(400, { error: 'x', message: error.message, values: [] })
        throw error
      }
    },
  }
  const context = (): Context => {
    const tag = `shelf${String(count++).padStart(5, '0')}`
    let names = 0
    const fresh = {
      tag,
      id: () => crypto.randomUUID().replaceAll('-', '').toUpperCase(),
      externalId: () => `${tag}-${++names}`,
      text: () => `${tag} ${++names}`,
      body: (_: string, more: Row = {}) => ({ subject: 'x', ...more }),
    }
    const made = {
      api: { data },
      fresh,
      target: {
        lacks: {},
        templates: { ServiceCall: {}, BusinessPartner: {}, Person: { lastName: '' } },
        dtos: {},
        fixtures: { listReference: { resource: 'ServiceCall', field: 'technicians', to: 'Person' } },
      },
      seed: 1,
      corpus: [],
      wait: async () => undefined,
      listsShow: async () => undefined,
      shares: () => undefined,
      renew: context,
      lasting: context,
    }
    return made as unknown as Context
  }
  return { context, requests: () => sent }
}

class Unreadable extends Error {}
const operators = ['=', '!=', '<', '<=', '>', '>=', 'like', 'ilike', 'in', 'is']

/** Recursive descent over the text, once for all rows: whether a row satisfies it, of a truth of three values. */
function reading(query: string, bend: Bend): (row: Row) => boolean {
  const tokens = query.match(/"[^"]*"|[(),]|!=|<=|>=|[=<>!]|[^\s(),=<>!"]+|"/g) ?? []
  let at = 0
  const take = () => tokens[at++] as string
  const any = (): Holds => {
    const parts = [all()]
    while (tokens[at] === 'OR') {
      at += 1
      parts.push(all())
    }
    return (row) => {
      const held = parts.map((part) => part(row))
      return held.includes(true) ? true : held.includes(null) ? null : false
    }
  }
  const all = (): Holds => {
    const parts = [one()]
    while (tokens[at] === 'AND') {
      at += 1
      parts.push(one())
    }
    return (row) => {
      const held = parts.map((part) => part(row))
      return held.includes(false) ? false : held.includes(null) ? null : true
    }
  }
  const one = (): Holds => {
    const first = take()
    if (first === '(') {
      const held = any()
      expect(')')
      return held
    }
    if (first === '!') {
      expect('(')
      const inner = any()
      expect(')')
      return (row) => {
        const held = inner(row)
        return bend.not ? bend.not(held) : held === null ? null : !held
      }
    }
    return criterion(first)
  }
  const expect = (token: string) => {
    if (take() !== token) throw new Unreadable(`no ${token}`)
  }
  const criterion = (field: string): Holds => {
    const operator = take()
    if (!/^[A-Za-z.]+$/.test(field) || /NoSuch/.test(field) || !operators.includes(operator))
      throw new Unreadable(`${field} ${operator}`)
    if (operator === 'is') {
      at += 1
      return (row) => (row[field] ?? null) === null
    }
    const wanted: unknown[] = []
    if (operator === 'in') {
      take()
      do wanted.push(literal(take()))
      while (take() === ',')
    } else wanted.push(literal(take()))
    const ofNull = { unknown: null, differ: operator === '!=', false: false }[bend.nulls ?? 'unknown']
    const holds = comparison(operator, wanted, bend.anyCase ?? false)
    return (row) => {
      const value = row[field] ?? null
      if (value === null) return ofNull
      const right = holds(value)
      return bend.operator ? bend.operator(operator, value, operator === 'in' ? wanted : wanted[0], right) : right
    }
  }
  const held = any()
  if (at !== tokens.length || query.includes('\0')) throw new Unreadable('something is left')
  return (row) => held(row) === true
}

const literal = (token: string | undefined): unknown => {
  if (token === undefined || !/^(?:"[^"]*"|true|false|-?\d+(?:\.\d+)?)$/.test(token))
    throw new Unreadable(`${token} is no value`)
  return token.startsWith('"')
    ? token.slice(1, -1)
    : token === 'true' || token === 'false'
      ? token === 'true'
      : Number(token)
}

function comparison(operator: string, wanted: readonly unknown[], anyCase: boolean): (value: unknown) => boolean {
  const form = (one: unknown) => (anyCase && typeof one === 'string' ? one.toLowerCase() : one)
  const [first] = wanted
  if (operator === 'in') return (value) => wanted.some((each) => form(each) === form(value))
  if (operator === '=') return (value) => form(value) === form(first)
  if (operator === '!=') return (value) => form(value) !== form(first)
  if (operator.endsWith('like')) {
    const looks = pattern(String(first), operator === 'ilike')
    return (value) => looks.test(String(value))
  }
  const number = (each: unknown) => (typeof each === 'number' ? each : Date.parse(String(each)))
  const right = number(first)
  if (operator === '<') return (value) => number(value) < right
  if (operator === '<=') return (value) => number(value) <= right
  if (operator === '>') return (value) => number(value) > right
  return (value) => number(value) >= right
}

function pattern(text: string, anyCase: boolean): RegExp {
  const source = text
    .split('%%')
    .map((part) =>
      part
        .split('%')
        .map((plain) => plain.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('.*'),
    )
    .join('%')
  return new RegExp(`^${source}$`, anyCase ? 'is' : 's')
}
