import { must, Unexercised, type Context } from '../../src/kit/index.ts'
import { everyUser } from './people.ts'
import { attribute, emailsOf, primariesOf, shownIdOf, shownOf } from './reading.ts'

type Json = Readonly<Record<string, unknown>>

/** Whether a list shows this of any of its users, of what is compared of one. */
const isShown = (listed: readonly Json[], name: string): boolean =>
  listed.some((one) => {
    const value = shownOf(one)[name]
    return Array.isArray(value) ? value.length > 0 : value !== undefined
  })

/**
 * The list of users, where it shows this attribute of any. What of a user a list shows is not said (B-SCM-17).
 * @throws Unexercised where it shows it of none.
 */
export async function everyUserShowing(
  context: Pick<Context, 'api'>,
  name: 'userName' | 'emails' | 'active',
): Promise<readonly Json[]> {
  const listed = await everyUser(context)
  if (listed.length > 0 && !isShown(listed, name))
    throw new Unexercised(`the list of users shows no ${name}, so who is in it cannot be told by them`)
  return listed
}

/** E-mails in the list of users, as everyUserShowing has it. */
export const everyEmail = async (context: Pick<Context, 'api'>): Promise<readonly string[]> =>
  (await everyUserShowing(context, 'emails')).flatMap(emailsOf)

/** Names of users in their list, as everyUserShowing has it. */
export const everyUserName = async (context: Pick<Context, 'api'>): Promise<readonly unknown[]> =>
  (await everyUserShowing(context, 'userName')).map((one) => attribute(one, 'userName'))

/** A user in the list is the wanted one, as far as the list shows it of any: one has all attributes of its users or few (B-SCM-17). */
export function mustBeListedUser(
  listed: readonly Json[],
  id: string,
  wanted: Json,
  primaries?: readonly unknown[],
): void {
  const user = listed.find((one) => shownIdOf(one) === id)
  must.present('the user in the list', user)
  const names = Object.keys(shownOf({})).filter((name) => isShown(listed, name))
  const seen = (one: unknown) => Object.fromEntries(names.map((name) => [name, shownOf(one)[name]]))
  must.equal('the user in the list', seen(user), seen(wanted))
  if (primaries && names.includes('emails')) must.equal('its primary e-mails in the list', primariesOf(user), primaries)
}
