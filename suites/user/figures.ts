import type { Answer } from '../../src/clients/answer.ts'
import { isObjection, must, objectOf, show, type Context } from '../../src/kit/index.ts'
import { listedPage } from './paging.ts'
import { usersIn } from './people.ts'

interface Figures {
  readonly number: number
  readonly numberOfElements: number
  readonly size: number
  readonly totalElements: number
  readonly totalPages: number
  readonly firstPage: boolean
  readonly lastPage: boolean
}

const numbers = ['number', 'numberOfElements', 'size', 'totalElements', 'totalPages'] as const
const flags = ['firstPage', 'lastPage'] as const

/** The figures of a page, each of its kind. */
export function figuresOf(answer: Answer): Figures & { readonly count: number; readonly ids: readonly string[] } {
  must.success(answer)
  const page = objectOf(answer)
  must.be('content', page['content'], 'an array', answer)
  for (const name of numbers) must.hold(`${name}, a whole number`, Number.isInteger(page[name]), page[name])
  for (const name of flags) must.hold(`${name}, true or false`, typeof page[name] === 'boolean', page[name])
  const ids = usersIn(answer).map(({ id }) => String(id))
  return { ...(page as unknown as Figures), count: (page['content'] as unknown[]).length, ids }
}

/** A list is read so far on each target. */
const farAway = 100

/** A page behind others; undefined where a list is not read that far, which no sentence rules out (B-USR-36). */
export async function farPage(context: Context, query: Readonly<Record<string, string>>) {
  const answer = await listedPage(context, query)
  const isFar = Number(query['Page']) * Number(query['Size']) > farAway
  return isFar && isObjection(answer) ? undefined : figuresOf(answer)
}

/** What to ask for as Page to have the first page: its number, or the next where number counts from 0 and Page from 1, for where either begins is not said (B-USR-36). */
export async function firstPageOf(
  first: ReturnType<typeof figuresOf>,
  asked: (page: number) => Promise<ReturnType<typeof figuresOf>>,
): Promise<number> {
  if (first.totalPages < 2) return first.number
  const next = await asked(first.number + 1)
  // Users that nothing sorts may come in another order: the same number tells as well that it is the first one again.
  const isAgain = show(next.ids) === show(first.ids) || (next.number === first.number && next.firstPage === true)
  return isAgain ? first.number + 1 : first.number
}
