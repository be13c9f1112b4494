import type { Answer } from '../../src/clients/answer.ts'
import { parseExactly } from '../../src/exchange/json.ts'
import { Blocked, isObjection, must, Unexercised } from '../../src/kit/index.ts'
import { attribute, shownIdOf } from './reading.ts'

type Json = Readonly<Record<string, unknown>>

const pagesAtMost = 50
/** How many a later page is asked to hold: large accounts are looked through in fewer requests. */
const perPage = '1000'
/** Of so many resources a list shows all; how far a longer one is read is not shown (B-SCM-17). */
const farAway = 100

/** All resources of a list: the pages of RFC 7644, 3.4.2.4, if it comes in pages. No sentence shows a filter by which fewer would do. */
export async function everything(
  list: (query?: Readonly<Record<string, string>>) => Promise<Answer>,
  read: (answer: Answer) => readonly Json[],
): Promise<readonly Json[]> {
  const first = await list()
  must.success(first)
  const all = [...read(first)]
  const total = Number(attribute(parseExactly(first.text), 'totalResults'))
  // What was made elsewhere may not look like a user: pages are counted by all that they hold. itemsPerPage may be the wish (B-SCM-17).
  const held = (answer: Answer): number => {
    const page = parseExactly(answer.text)
    const resources = attribute(page, 'Resources')
    if (Array.isArray(resources)) return resources.length
    return Number(attribute(page, 'itemsPerPage') ?? read(answer).length)
  }
  let seen = held(first)
  for (let page = 1; page < pagesAtMost && seen > 0 && seen < total; page += 1) {
    const startIndex = String(seen + 1)
    const large = await list({ startIndex, count: perPage })
    // So large a page may be refused.
    const next = large.status < 400 ? large : await list({ startIndex })
    if (isObjection(next) && seen >= farAway)
      throw new Unexercised(
        `the list has ${total} resources, is refused from startIndex ${startIndex} on, and no filter is documented`,
      )
    must.success(next)
    const shown = read(next)
    const more = shown.filter((one) => !all.some((other) => shownIdOf(other) === shownIdOf(one)))
    if (shown.length > 0 && more.length === 0 && shownIdOf(shown[0]) === shownIdOf(all[0]))
      throw new Blocked(
        `the list has ${total} resources, and shows the same page from startIndex ${startIndex} on: how it goes on is not documented`,
      )
    all.push(...more)
    if (held(next) === 0) return all
    seen += held(next)
    // What is looked for may be on a page that nobody looks at: no more are read than are of use.
    if (seen + held(next) * (pagesAtMost - page - 1) < total)
      throw new Unexercised(
        `the list has ${total} resources in pages of ${held(next)}: what is looked for may be behind ${pagesAtMost} pages, and no filter is documented`,
      )
  }
  return all
}
