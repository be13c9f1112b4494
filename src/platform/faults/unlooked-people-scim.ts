import type { Fault } from '../deviation.ts'
import type { PeopleGroup } from '../people/store.ts'
import { scimRules } from '../rulebook/scim.ts'
import { elementsIn, listing, scimTurn, sending, sentWith, type PeopleFields } from './people-kinds.ts'

const { scim } = scimRules

const primaryFirst = (emails: readonly PeopleFields[]): readonly PeopleFields[] => {
  const primary = emails.filter((one) => one['primary'] === true)
  return primary.length > 0 ? primary : emails.slice(0, 1)
}

/** Groups whose displayName is another one wherever it is shown. */
const namingGroups = (id: string, says: string, change: (name: string) => string): Fault => ({
  id,
  breaks: ['B-SCM-18'],
  says,
  rule: {
    scim: {
      group: (dto, operation) => {
        const shown = scim.group(dto, operation) as PeopleFields
        return typeof shown['displayName'] === 'string'
          ? { ...shown, displayName: change(shown['displayName']) }
          : shown
      },
    },
  },
})

/** Breaches of SCIM by values, second places and moments that no check had looked at. */
export const unlookedScimFaults: readonly Fault[] = [
  scimTurn(
    'scim-patch-any-schema-taken',
    ['B-SCM-16'],
    ['group-patch'],
    'A patch may have any schemas, if it has some.',
    (asked, handle) => {
      const sent = sentWith(asked)
      return handle(
        Array.isArray(sent['schemas'])
          ? sending(asked, { ...sent, schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'] })
          : asked,
      )
    },
  ),
  scimTurn(
    'scim-post-of-a-user-name-overwrites',
    ['B-SCM-04', 'B-SCM-18'],
    ['user-post'],
    'A POST with the userName of a user gives that one the e-mails and names that were sent, and creates none.',
    (asked, handle) => {
      const { persons } = asked.people
      const known = persons.all().find(({ name }) => name !== null && name === sentWith(asked)['userName'])
      const before = new Set(persons.all().map(({ id }) => id))
      const answer = handle(asked)
      const made = persons.all().find(({ id }) => !before.has(id))
      if (!known || !made) return answer
      persons.remove(made.id, asked.call.journal)
      const { email, emails, firstName, lastName, active } = made
      persons.put({ ...known, email, emails, firstName, lastName, active }, asked.call.journal)
      return {
        ...answer,
        headers: answer.headers.map(
          ([name, value]) => [name, value.replace(String(made.id), String(known.id))] as const,
        ),
        body: Buffer.from(answer.body.toString('utf8').replaceAll(String(made.id), String(known.id))),
      }
    },
  ),
  namingGroups('scim-group-names-escaped', 'Ampersands in the names of groups are shown escaped.', (name) =>
    name.replaceAll('&', '&amp;'),
  ),
  namingGroups('scim-group-names-cut-at-fifty', 'Names of groups are shown up to their fiftieth sign.', (name) =>
    name.slice(0, 50),
  ),
  scimTurn(
    'scim-group-put-name-in-ascii',
    ['B-SCM-18'],
    ['group-put'],
    'A PUT of a group stores question marks for the letters of its name beyond ASCII.',
    (asked, handle) => {
      const sent = sentWith(asked)
      return handle(
        typeof sent['displayName'] === 'string'
          ? sending(asked, { ...sent, displayName: sent['displayName'].replace(/[^ -~]/gu, '?') })
          : asked,
      )
    },
  ),
  {
    id: 'scim-groups-list-first-fifty',
    breaks: ['B-SCM-07'],
    says: 'The list of groups shows fifty, and counts no more.',
    seam: {
      people: {
        scim: (asked, handle) =>
          asked.operation === 'group-list' ? listing(handle(asked), (groups) => groups.slice(0, 50)) : handle(asked),
      },
    },
  },
  scimTurn(
    'scim-deleted-group-put-again',
    ['B-SCM-18', 'B-SCM-09'],
    ['group-put'],
    'A PUT of a group that is not there creates it with its id.',
    (asked, handle) => {
      const { groups } = asked.people
      const id = Number(asked.call.params['groupId'])
      const now = asked.house.clock.now()
      const again: PeopleGroup = { id, members: [], created: now, lastChanged: now }
      if (Number.isInteger(id) && !groups.get(id)) groups.put(again, asked.call.journal)
      return handle(asked)
    },
  ),
  scimTurn(
    'scim-put-of-fewer-emails-keeps-the-rest',
    ['B-SCM-18', 'B-SCM-05'],
    ['user-put'],
    'A PUT of fewer e-mails than the user has replaces as many of them.',
    (asked, handle) => {
      const sent = sentWith(asked)
      const emails = elementsIn(sent['emails'])
      const former = asked.people.persons.get(Number(asked.call.params['userId']))?.emails ?? []
      const rest = former.slice(emails.length).map(({ value }) => ({ value, primary: false }))
      return handle(emails.length > 0 ? sending(asked, { ...sent, emails: [...emails, ...rest] }) : asked)
    },
  ),
  scimTurn(
    'scim-put-compares-primary-emails-only',
    ['B-SCM-15'],
    ['user-put'],
    'A PUT looks for its primary e-mail among those in use, and stores the others as they come.',
    (asked, handle) => {
      const sent = sentWith(asked)
      const emails = elementsIn(sent['emails'])
      if (emails.length < 2) return handle(asked)
      const answer = handle(sending(asked, { ...sent, emails: primaryFirst(emails) }))
      const { persons } = asked.people
      const person = persons.get(Number(asked.call.params['userId']))
      if (answer.status < 300 && person)
        persons.put(
          {
            ...person,
            emails: emails.map(({ value, primary }) => ({ value: String(value), primary: primary === true })),
          },
          asked.call.journal,
        )
      return answer
    },
  ),
]
