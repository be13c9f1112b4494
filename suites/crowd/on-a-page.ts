import type { Answer } from '../../src/clients/answer.ts'
import { eventually, holds, matchers, objectOf, Unexercised, type Context } from '../../src/kit/index.ts'
import { api, mustHaveAnOrder, resultsOf, technicianPage, type Technician } from './steps.ts'

/** How many pages of a list are looked at for one technician. */
const pagesAtMost = 50

/** The page with a technician of the list that these filters give: looked for from both ends, for at which of them the new ones stand is not shown (B-CRW-30). */
export async function pageWith(
  context: Context,
  { externalId }: Pick<Technician, 'externalId'>,
  query: Readonly<Record<string, string>> = {},
): Promise<Answer | undefined> {
  const first = await technicianPage(context, { ...query, Size: '1000' })
  if (holds(first.json, externalId)) return first
  const pages = Number(objectOf(first)['totalPages']) || 0
  if (pages <= 1) return undefined
  for (let at = 0; at < Math.min(pages, pagesAtMost); at += 1) {
    const Page = at % 2 === 0 ? 1 + at / 2 : pages - (at - 1) / 2
    const next = await api(context).list({ query: { ...query, Size: '1000', Page: String(Page) } })
    if (holds(next.json, externalId)) return next
    // The last one may have the number before: then this one is behind it.
    if (next.status >= 400 && Page < pages) throw new Unexercised(`page ${Page} of the list is refused`)
  }
  if (pages > pagesAtMost)
    throw new Unexercised(`the list has more than ${pagesAtMost} pages, and is not looked through`)
  await mustHaveAnOrder(context, { ...query, Size: '1000' })
  return undefined
}

/** Whether a technician is in the list that these filters give, on whatever page. */
export const isOnAPage = async (...asked: Parameters<typeof pageWith>): Promise<boolean> =>
  (await pageWith(...asked)) !== undefined

/** The list has a technician with these names, on whatever page. */
export async function mustHaveNamesInTheList(
  context: Context,
  made: Pick<Technician, 'externalId'>,
  { firstName, lastName }: Readonly<Record<string, unknown>>,
  what = 'the names in the list',
): Promise<void> {
  await eventually(
    context,
    async () => {
      const page = await pageWith(context, made)
      return page && resultsOf(page).find(({ externalId }) => externalId === made.externalId)
    },
    (row) => matchers.equal(what, [row?.['firstName'], row?.['lastName']], [firstName, lastName]),
    { lag: 10_000 },
  )
}
