import { isObjection, must, type Context } from '../../src/kit/index.ts'
import { mustBeListedUser } from './listed.ts'
import { putScimUser, readScimUser } from './people.ts'
import { emailsOf, primariesOf, shownIdOf, shownOf } from './reading.ts'

export const oneEmail = (value: string) => [{ value, primary: true }]

export const twoEmails = (one: string, main: string) => [{ value: one, primary: false }, ...oneEmail(main)]

/** Whether of several e-mails a user kept this one, as its primary: in the User API each has one (B-USR-03). */
function showsOnly(user: unknown, main: string): boolean {
  const shown = [emailsOf(user), primariesOf(user)]
  return shown.every((values) => values.length === 1 && String(values[0]).toLowerCase() === main.toLowerCase())
}

/**
 * A PUT of two e-mails of which the second is primary. How many a user may have is not said (B-SCM-12): they may be refused, and then the primary one is
 * sent alone, at last with what is plainer; what is taken is shown, and in use, all of it (B-SCM-18, B-SCM-15), or of both the primary one alone.
 */
export async function putOfEmails(
  context: Context,
  id: string,
  body: Readonly<Record<string, unknown>>,
  [one, main]: readonly [string, string],
  plainer: Readonly<Record<string, unknown>> = {},
) {
  const both = twoEmails(one, main)
  const put = await putScimUser(context, id, { ...body, emails: both }, ['userName'])
  const emails = oneEmail(main)
  if (!isObjection(put.answer)) {
    if (put.answer.status >= 300 || !showsOnly(await readScimUser(context, id), main))
      return { ...put, emails: both, main }
    return { ...put, body: { ...put.body, emails }, emails, main }
  }
  const single = await putScimUser(context, id, { ...body, emails })
  if (!isObjection(single.answer) || Object.keys(plainer).length === 0) return emailed(single)
  return emailed(await putScimUser(context, id, { ...body, emails, ...plainer }))
}

/** A user is read by its id, and in the list, with the e-mails of its body, or of these with its primary one alone. */
export async function mustBeSeenWith(
  context: Context,
  main: string,
  listed: Parameters<typeof mustBeListedUser>[0],
  id: string,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const read = await readScimUser(context, id)
  const alone = { ...body, emails: oneEmail(main) }
  must.equal('the user read by id', shownOf(read), shownOf(showsOnly(read, main) ? alone : body))
  must.equal('its primary e-mails read by id', primariesOf(read), [main])
  const inList = listed.find((one) => shownIdOf(one) === id)
  mustBeListedUser(listed, id, showsOnly(inList, main) ? alone : body, [main])
}

/** The PUT of one e-mail, with the one that it sent in the end. */
function emailed(put: Awaited<ReturnType<typeof putScimUser>>) {
  const [main = ''] = emailsOf(put.body)
  return { ...put, emails: oneEmail(main), main }
}
