import type { Answer } from '../../src/clients/answer.ts'
import { isObject } from '../../src/exchange/json.ts'
import { isObjection, matchers, objectOf, type Context } from '../../src/kit/index.ts'
import type { Mismatch } from '../../src/kit/mismatch.ts'
import { madeOnce } from '../data/made-once.ts'

type Query = Readonly<Record<string, string | readonly string[]>>

const inSmallLetters = (query: Query): Query =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [/^(?:Page|Size)$/.test(name) ? name.toLowerCase() : name, value]),
  )

const countOn = ({ json }: Answer): unknown => {
  const content = isObject(json) ? json['content'] : undefined
  return Array.isArray(content) ? content.length : undefined
}

/** Whether the target heeds the size of a page in small letters and not as it is documented: real systems are known for it. */
const heedsSmallLetters = madeOnce(async ({ api }): Promise<boolean> => {
  // A page has one of these sizes of its own accord, but not both.
  for (const size of [1, 2]) {
    const query = { Size: String(size) }
    if (countOn(await api.user.list(query)) === size) continue
    if (countOn(await api.user.list(inSmallLetters(query))) === size) return true
  }
  return false
})

/** The largest of these sizes that is not refused: no bound is shown, nor that a page may be cut instead (B-USR-36). */
const largestSize = madeOnce(async (context): Promise<number> => {
  for (const size of [200, 100, 50, 20])
    if (!isObjection(await context.api.user.list(await asHeeded(context, { Size: String(size) })))) return size
  return 10
})

/** A page of users, with Page and Size spelled as the target heeds them: that it heeds another spelling is told by one check. What is refused is asked for in a smaller size. */
export async function listedPage(context: Context, query: Query): Promise<Answer> {
  const answer = await context.api.user.list(await asHeeded(context, query))
  if (!isObjection(answer) || !(Number(query['Size']) > 10)) return answer
  const taken = await largestSize(context)
  if (Number(query['Size']) <= taken) return answer
  const { size: usual } = objectOf(await context.api.user.list())
  const most = Math.max(taken, Number.isInteger(usual) ? Number(usual) : 0)
  return Number(query['Size']) > most
    ? context.api.user.list(await asHeeded(context, { ...query, Size: String(most) }))
    : answer
}

/** A breach if a page of the documented spelling holds another number of users; a known difference where the other spelling is heeded. */
export async function sizeMismatch(context: Context, count: number, asked: number): Promise<Mismatch | undefined> {
  const mismatch = matchers.equal('users on the page', count, asked)
  if (!mismatch || !(await heedsSmallLetters(context))) return mismatch
  return { ...mismatch, seenInTheWild: 'real systems are known that heed page and size in small letters alone' }
}

export const asHeeded = async (context: Context, query: Query): Promise<Query> =>
  (await heedsSmallLetters(context)) ? inSmallLetters(query) : query

/** `property (asc|desc)` does not say what stands between the two: one of these forms has to sort. */
export const sortForms = (property: string, direction: string): readonly string[] => [
  `${property} ${direction}`,
  `${property},${direction}`,
  `${property}(${direction})`,
  `${property} (${direction})`,
]
