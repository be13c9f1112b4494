import { plainId, type Context } from '../../../../src/kit/index.ts'
import { answered } from '../../../kit/answers.ts'

type Row = Record<string, unknown>
type Truth = boolean | null

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
        satisfies(query, {}, bend)
        return show(
          resource,
          rows.filter((row) => satisfies(query, row, bend)),
        )
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
      target: { templates: { ServiceCall: {}, BusinessPartner: {}, Person: {} } },
      seed: 1,
      corpus: [],
      wait: async () => undefined,
      renew: context,
    }
    return made as unknown as Context
  }
  return { context, requests: () => sent }
}

class Unreadable extends Error {}
const operators = ['=', '!=', '<', '<=', '>', '>=', 'like', 'ilike', 'in', 'is']

/** Recursive descent over the text, a truth of three values out. */
function satisfies(query: string, row: Row, bend: Bend): boolean {
  const tokens = query.match(/"[^"]*"|[(),]|!=|<=|>=|[=<>!]|[^\s(),=<>!"]+|"/g) ?? []
  let at = 0
  const take = () => tokens[at++] as string
  const any = (): Truth => {
    let held = all()
    while (tokens[at] === 'OR') {
      at += 1
      const next = all()
      held = held === true || next === true ? true : held === null || next === null ? null : false
    }
    return held
  }
  const all = (): Truth => {
    let held = one()
    while (tokens[at] === 'AND') {
      at += 1
      const next = one()
      held = held === false || next === false ? false : held === null || next === null ? null : true
    }
    return held
  }
  const one = (): Truth => {
    const first = take()
    if (first === '(') {
      const held = any()
      expect(')')
      return held
    }
    if (first === '!') {
      expect('(')
      const held = any()
      expect(')')
      return bend.not ? bend.not(held) : held === null ? null : !held
    }
    return criterion(first)
  }
  const expect = (token: string) => {
    if (take() !== token) throw new Unreadable(`no ${token}`)
  }
  const criterion = (field: string): Truth => {
    const operator = take()
    if (!/^[A-Za-z.]+$/.test(field) || /NoSuch/.test(field) || !operators.includes(operator))
      throw new Unreadable(`${field} ${operator}`)
    if (operator === 'is') {
      at += 1
      return (row[field] ?? null) === null
    }
    const wanted: unknown[] = []
    if (operator === 'in') {
      take()
      do wanted.push(literal(take()))
      while (take() === ',')
    } else wanted.push(literal(take()))
    const value = row[field] ?? null
    if (value === null) return { unknown: null, differ: operator === '!=', false: false }[bend.nulls ?? 'unknown']
    const right = compare(operator, value, wanted, bend.anyCase ?? false)
    return bend.operator ? bend.operator(operator, value, operator === 'in' ? wanted : wanted[0], right) : right
  }
  const held = any()
  if (at !== tokens.length || query.includes('\0')) throw new Unreadable('something is left')
  return held === true
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

function compare(operator: string, value: unknown, wanted: readonly unknown[], anyCase: boolean): boolean {
  const form = (one: unknown) => (anyCase && typeof one === 'string' ? one.toLowerCase() : one)
  const [first] = wanted
  if (operator === 'in') return wanted.some((each) => form(each) === form(value))
  if (operator === '=') return form(value) === form(first)
  if (operator === '!=') return form(value) !== form(first)
  if (operator.endsWith('like')) return pattern(String(first), operator === 'ilike').test(String(value))
  const [left, right] = [value, first].map((each) => (typeof each === 'number' ? each : Date.parse(String(each)))) as [
    number,
    number,
  ]
  return operator === '<'
    ? left < right
    : operator === '<='
      ? left <= right
      : operator === '>'
        ? left > right
        : left >= right
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
