import { must, objectOf, type Reply } from '../../../src/kit/index.ts'

interface Counted extends Reply {
  header?(name: string): string | undefined
}

/** Headers by which lists are known to tell how many there are. */
const headers = ['X-Total-Count', 'X-Total', 'X-Total-Object-Count', 'X-Total-Elements', 'X-Count', 'Content-Range']

/** What an answer counts, by name: figures beside a list, and in its headers. */
export const countsIn = (answer: Counted): ReadonlyArray<readonly [string, number]> => [
  ...Object.entries(objectOf({ json: answer.json })).flatMap(([name, value]) =>
    /total|count/i.test(name) ? counted(name, value) : [],
  ),
  ...headers.flatMap((name) => counted(name, /(\d+)\s*$/.exec(answer.header?.(name) ?? '')?.[1])),
]

const counted = (name: string, value: unknown): ReadonlyArray<readonly [string, number]> => {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && number > 0 ? [[name, number]] : []
}

/** A list by what only a kept object bears, asked for by one from whom it is kept: what it counts, if it does, is no more than by what nobody bears, whatever else is counted. */
export async function countedAsForNobody<Answer extends Counted>(
  asked: () => Promise<Answer>,
  nobody: () => Promise<Counted>,
  whose: string,
): Promise<Answer> {
  const answer = await asked()
  const counts = answer.status < 300 ? countsIn(answer) : []
  if (counts.length === 0) return answer
  const others = Object.fromEntries(countsIn(await nobody()))
  const more = counts.filter(([name, value]) => value > (others[name] ?? 0))
  if (more.length === 0) return answer
  // Others may be at work there: what they made and removed meanwhile is not counted again.
  const again = Object.fromEntries(countsIn(await asked()))
  const after = Object.fromEntries(countsIn(await nobody()))
  const kept = more.filter(([name]) => (again[name] ?? 0) > Math.max(after[name] ?? 0, others[name] ?? 0))
  must.equal(`what a list counts of ${whose}`, kept, [])
  return answer
}
