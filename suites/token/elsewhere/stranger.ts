import type { Api } from '../../../src/clients/api.ts'
import type { CallOptions } from '../../../src/clients/call.ts'
import { holdsId, Inconclusive, must, rely, type Context, type Reply } from '../../../src/kit/index.ts'
import type { Need } from '../../../src/target/needs.ts'
import { madeOnce } from '../../data/made-once.ts'
import { mustBeApart } from '../companies.ts'
import { grant } from '../requirements.ts'
import { granted } from '../steps.ts'

/** Somebody who is at home elsewhere: in another account, or in another company of the same one. */
export type Stranger = 'other-account' | 'other-company'
export const strangers: Readonly<Record<Stranger, Need>> = {
  'other-account': 'second-account',
  'other-company': 'user-elsewhere',
}

/** An object of the company that is checked, and how a stranger may try to come to it. */
export interface Secluded {
  /** Texts of it that no call of a stranger holds: whoever tells one was told it by the target. */
  readonly secrets: readonly string[]
  /** Its id, where no call of a stranger holds that either. */
  readonly id?: string
  /** What the answers to a stranger tell of it, where that is more than whether the secrets stand in them. */
  told?(api: Api): Promise<(reply: Reply) => readonly string[]>
  /** How its owner sees it. */
  see(): Promise<unknown>
  /** Whether objects of its kind are those of one company, where records of the Data API are seen in another one, too. */
  isApart?(): Promise<boolean>
  /** What a call did shows only after a wait: it is looked at after each that was taken, and not waited for those after it. */
  readonly isSlow?: true
  /** Removes it again, where a call of the stranger may have been answered as if it were gone. */
  tidy?(): Promise<unknown>
  /** Calls of the stranger; the options name the company that is checked in place of its own. */
  tries(api: Api, options?: CallOptions): ReadonlyArray<() => Promise<Reply>>
}

/** A token of general scope may be meant for several accounts: what it opens says nothing. */
const scopeOf = madeOnce(async (context) =>
  rely(grant['success-is-200'], async () => granted(await context.as('other-account').token.obtain()).scope),
)

export async function mustBeOfOneAccount(context: Context, stranger: Stranger): Promise<void> {
  if (stranger === 'other-account' && (await scopeOf(context)) === 'general')
    throw new Inconclusive('the token of identities.other-account has general scope: it may be for several accounts')
}

/** The text as a whole: names of a run are counted, and one may begin another. */
const tells = (text: string, secret: string): boolean =>
  new RegExp(`${secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`, 'i').test(text)

const secretsIn = ({ text, json }: Reply, { secrets, id }: Secluded): readonly string[] => [
  ...secrets.filter((secret) => tells(text, secret)),
  ...(id !== undefined && holdsId(json, id) ? [id] : []),
]

/** However the stranger is answered, it is told nothing, and nothing is done: also not when it asks again. */
export async function mustStayClosed(
  context: Context,
  stranger: Stranger,
  kept: Secluded,
  named: readonly CallOptions[],
): Promise<void> {
  await mustBeOfOneAccount(context, stranger)
  if (stranger === 'other-company' && !kept.told && 'ServiceCall' in context.target.dtos)
    await mustBeApart(context, kept.isApart)
  const before = await kept.see()
  const api = context.as(stranger)
  const told = (await kept.told?.(api)) ?? ((reply: Reply) => secretsIn(reply, kept))
  try {
    for (const options of [undefined, ...named])
      for (const send of kept.tries(api, options))
        for (const time of ['first', 'second']) {
          const reply = await send()
          must.equal(`what the ${time} call of identities.${stranger} tells`, told(reply), [])
          if (kept.isSlow && reply.status < 300) must.equal('the object afterwards', await kept.see(), before)
        }
    must.equal('the object afterwards', await kept.see(), before)
  } finally {
    await kept.tidy?.()
  }
}

/** The company that is checked, as a stranger names it in a query; whoever is of another account also as one of its own. */
export const namedInQuery = ({ target: { account, company } }: Context, stranger: Stranger): readonly CallOptions[] => [
  { query: { account, company } },
  ...(stranger === 'other-account' ? [{ query: { company } }] : []),
]
