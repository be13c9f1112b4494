import type { Answer } from '../../src/clients/answer.ts'
import type { CallOptions } from '../../src/clients/call.ts'
import type { Role } from '../../src/dispatch/machine.ts'
import { holdsId, must, rely, sameId, Unexercised, type Context } from '../../src/kit/index.ts'
import { as, type Subject } from './acting.ts'
import { dispatch } from './requirements.ts'

/** Pages to look at for one activity: how long a page is, and which the first is, is not shown (B-DSP-23). */
const pagesAtMost = 100

/** Whether a list names an activity: JSON, with links to it perhaps, or text of another form, for that of the answer is not shown (B-DSP-17). */
export const showsActivity = (
  { json, text }: Pick<Answer, 'json' | 'text'>,
  { activityId }: Pick<Subject, 'activityId'>,
): boolean =>
  (json !== undefined && holdsId(json, activityId)) ||
  text.split(/[^0-9A-Za-z-]+/).some((word) => sameId(word, activityId))

/** Whether the list of a role shows the activity under a status; undefined if it has more pages than are looked at. */
async function findInList(
  context: Context,
  subject: Pick<Subject, 'activityId'>,
  partnerDispatchingStatus: string,
  role: Role,
): Promise<boolean | undefined> {
  const read = async (page: number | undefined) => {
    const answer =
      page === undefined
        ? await assignmentList(context, partnerDispatchingStatus, role)
        : await as(context, role).list({ query: { partnerDispatchingStatus, page: String(page) } })
    // A list with nothing in it may be told with 404; one page may be before the first, or behind the last.
    await rely(dispatch.list, async () => must.status(answer, 200, 404, ...(page === undefined ? [] : [400])))
    return answer
  }
  const first = await read(undefined)
  if (showsActivity(first, subject)) return true
  // An answer that tells how many pages there are spares the look at more of them.
  const told = Number(/"totalPages"\s*:\s*(\d+)/.exec(first.text)?.[1] ?? Number.NaN)
  if (told <= 1) return false
  const seen = new Set([unnumbered(first.text)])
  for (const page of pagesToLookAt(told)) {
    const shown = await read(page)
    if (showsActivity(shown, subject)) return true
    // Behind the end the last page may be shown again. Where nobody told where that is, so it is found; else no page but the first tells of a list without pages.
    if (page > 1 && (Number.isNaN(told) ? seen.has(unnumbered(shown.text)) : shown.text === first.text)) return false
    seen.add(unnumbered(shown.text))
  }
  return told < pagesAtMost ? false : undefined
}

/** A page without what tells which it is, by which each differs from the others, even those behind the end. */
const unnumbered = (text: string): string =>
  text
    .replace(/("(?:\w*number|\w*page\w*|\w*index|offset|skip|from)"\s*:\s*"?)\d+/gi, '$1')
    .replace(/\b(page|offset|skip)=\d+/gi, '$1=')

/** From both ends, where the other end is told: what was done last stands at one of them. */
function pagesToLookAt(told: number): readonly number[] {
  if (Number.isNaN(told)) return Array.from({ length: pagesAtMost }, (_, at) => at)
  return Array.from({ length: Math.min(pagesAtMost, told + 1) }, (_, at) =>
    at % 2 === 0 ? at / 2 : told - (at - 1) / 2,
  )
}

/** Whether the list of a role has the activity under a status; nothing can be said where it has more pages than are looked at, of which one may hold it. */
export async function isListed(
  context: Context,
  subject: Pick<Subject, 'activityId'>,
  status: string,
  role: Role = 'partner',
): Promise<boolean> {
  const found = await findInList(context, subject, status, role)
  if (found === undefined)
    throw new Unexercised(`the list of ${status} has more than ${pagesAtMost} pages, and is not looked through`)
  return found
}

/** As `isListed`, of what nobody else moves: others leave the list meanwhile, and what follows them moves up, so that it is looked for again. */
export async function isFoundInList(
  context: Context,
  subject: Pick<Subject, 'activityId'>,
  status: string,
): Promise<boolean> {
  for (let tries = 0; tries < 3; tries += 1) if (await isListed(context, subject, status)) return true
  return false
}

/** The activity is on a page of the list. */
export async function mustBeInList(
  context: Context,
  subject: Pick<Subject, 'activityId'>,
  status: string,
): Promise<void> {
  must.hold(
    `${subject.activityId} on a page of the list of ${status}`,
    await isFoundInList(context, subject, status),
    'it is on none of them',
  )
}

/** The list of a role by status: without a page, or where that is refused, with one; whether a page is required is not shown. */
export async function assignmentList(
  context: Context,
  partnerDispatchingStatus: string,
  role: Role = 'partner',
  options: CallOptions = {},
): Promise<Answer> {
  const { list } = as(context, role)
  let answer = await list({ ...options, query: { partnerDispatchingStatus } })
  for (const page of ['0', '1'])
    if (answer.status === 400) answer = await list({ ...options, query: { partnerDispatchingStatus, page } })
  return answer
}

/** The first page of what a role has in whatever status; nothing where a status is required, which is not shown. */
export async function wholeList(context: Context, role: Role): Promise<Answer> {
  const { list } = as(context, role)
  const bare = await list({ query: {} })
  return bare.status === 400 ? list({ query: { page: '1' } }) : bare
}
