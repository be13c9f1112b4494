import type { Fault } from '../deviation.ts'
import { scimRules } from '../rulebook/scim.ts'
import { elementsIn, refusing, scimTurn, sending, sentWith, type PeopleFields } from './people-kinds.ts'
import { altered } from './scim-kinds.ts'

const { scim } = scimRules
const users = /\/scim\/v2\/Users(?:\?|$)/

const firstWord = (text: unknown): unknown => (typeof text === 'string' ? text.replace(/ .*/s, '') : text)

/** The text that is there, where the one that is sent differs from it in letter case alone. */
const unlessRespelled = (sent: unknown, former: string | null): unknown =>
  typeof sent === 'string' && former !== null && sent.toLowerCase() === former.toLowerCase() ? former : sent

/** Members after a patch, where a group has none before it or none after it. */
const members = (id: string, says: string, rule: Partial<typeof scim>): Fault => ({
  id,
  breaks: ['B-SCM-19'],
  says,
  rule: { scim: rule },
})

/** Quiet breaches of SCIM that a server in Perl showed. */
export const perlBugsScimFaults: readonly Fault[] = [
  members('scim-add-of-several-to-none-keeps-the-last', 'Of several added to a group without members the last is.', {
    added: (before, named) => (before.length === 0 ? named.slice(-1) : scim.added(before, named)),
  }),
  members(
    'scim-replace-of-none-by-several-keeps-the-first',
    'Of several that replace the members of a group without any the first is one.',
    { replaced: (before, named) => (before.length === 0 ? named.slice(0, 1) : named) },
  ),
  members(
    'scim-remove-of-all-by-name-keeps-the-last',
    'A patch that names all of several members for their removal leaves the last one.',
    {
      removed: (before, named) => {
        const left = scim.removed(before, named)
        return left.length === 0 && before.length > 1 ? before.slice(-1) : left
      },
    },
  ),
  altered(
    'scim-post-user-name-cut-at-its-sign',
    ['B-SCM-18'],
    'The userName of a created user ends before an @ in it.',
    'POST',
    users,
    (body) => ({
      ...body,
      userName: typeof body['userName'] === 'string' ? body['userName'].replace(/(?<=.)@.*/s, '') : body['userName'],
    }),
  ),
  altered(
    'scim-post-names-of-one-word',
    ['B-SCM-18'],
    'A created user has the first words of its names.',
    'POST',
    users,
    ({ name, ...body }) => ({
      ...body,
      name: Object.fromEntries(
        Object.entries((name ?? {}) as PeopleFields).map(([key, text]) => [key, firstWord(text)]),
      ),
    }),
  ),
  scimTurn(
    'scim-post-third-email-dropped',
    ['B-SCM-18'],
    ['user-post'],
    'Of the e-mails of a created user the first two are kept.',
    (asked, handle) => {
      const sent = sentWith(asked)
      const emails = elementsIn(sent['emails'])
      return handle(emails.length > 2 ? sending(asked, { ...sent, emails: emails.slice(0, 2) }) : asked)
    },
  ),
  scimTurn(
    'scim-put-own-other-email-refused',
    ['B-SCM-05'],
    ['user-put'],
    'A PUT that repeats an e-mail of the user that is not its primary one is refused.',
    (asked, handle) => {
      const own = asked.people.persons.get(Number(asked.call.params['userId']))?.emails ?? []
      const others = own.filter(({ primary }) => !primary).map(({ value }) => value)
      const sent = elementsIn(sentWith(asked)['emails']).map(({ value }) => String(value))
      return sent.some((value) => others.includes(value)) ? refusing(409) : handle(asked)
    },
  ),
  scimTurn(
    'scim-put-of-other-capitals-alone-ignored',
    ['B-SCM-18'],
    ['user-put'],
    'A PUT leaves a userName, name or e-mail as it is that differs from the one sent in letter case alone.',
    (asked, handle) => {
      const former = asked.people.persons.get(Number(asked.call.params['userId']))
      const { name, ...sent } = sentWith(asked)
      if (!former) return handle(asked)
      const names = (name ?? {}) as PeopleFields
      const emails = elementsIn(sent['emails']).map((one) => ({
        ...one,
        value: former.emails.reduce((value, known) => unlessRespelled(value, known.value), one['value']),
      }))
      return handle(
        sending(asked, {
          ...sent,
          userName: unlessRespelled(sent['userName'], former.name),
          ...(name === undefined
            ? {}
            : {
                name: {
                  familyName: unlessRespelled(names['familyName'], former.lastName),
                  givenName: unlessRespelled(names['givenName'], former.firstName),
                },
              }),
          ...(emails.length > 0 ? { emails } : {}),
        }),
      )
    },
  ),
]
