import { dtoPair } from '../../src/target/dto-pair.ts'
import { isObject } from '../../src/exchange/json.ts'
import type { Answer, Dto } from '../../src/clients/answer.ts'
import { ifRead, plainId, Unexercised, type Context } from '../../src/kit/index.ts'
import type { Stored } from '../data/steps.ts'

export const dtosOfQuery = ({ target }: Pick<Context, 'target'>, ...resources: readonly string[]): string =>
  resources.map((name) => dtoPair(target, name)).join(';')

/** Elements of data, whatever they are. */
export const elements = (answer: Pick<Answer, 'json'>): readonly unknown[] => {
  const data = isObject(answer.json) ? answer.json['data'] : undefined
  return Array.isArray(data) ? data : []
}

/** The rows under an alias. */
export const rowsOf = (answer: Pick<Answer, 'json'>, alias: string): readonly Dto[] =>
  elements(answer).flatMap((element) => (isObject(element) && isObject(element[alias]) ? [element[alias]] : []))

/** The rows of these records: a statement may list others, too, or another page. */
export const ownRows = (rows: readonly Dto[], records: readonly Stored[]): ReadonlyArray<readonly [Dto, Stored]> =>
  rows.flatMap((row) => {
    const own = records.find(({ id }) => typeof row['id'] === 'string' && plainId(row['id']) === plainId(id))
    return own ? [[row, own] as const] : []
  })

/**
 * A statement for own records: with a where clause if the target takes one (it is not shown), else the plain form of the documents,
 * whose rows may or may not be ours.
 */
export async function selected(
  { api, target }: Context,
  fields: readonly string[],
  alias: string,
  records: readonly Stored[],
): Promise<Answer> {
  const plain = `select ${fields.map((field) => `${alias}.${field}`).join(', ')} from ServiceCall ${alias}`
  const dtos = dtosOfQuery({ target }, 'ServiceCall')
  const narrowed = await api.query.select(
    `${plain} where ${records.map(({ id }) => `${alias}.id = '${id}'`).join(' or ')}`,
    { dtos },
  )
  if (narrowed.status >= 200 && narrowed.status < 300 && elements(narrowed).length > 0) return narrowed
  const all = await ifRead(api.query.select(plain, { dtos }))
  if (!all) throw new Unexercised('a statement without conditions lists more than is read')
  return all
}
