import type { Fault } from '../deviation.ts'
import { json } from '../http/answers.ts'
import { everyPerson, peopleOf, type Person } from '../people/store.ts'
import { ScimRefused, type ScimCall } from '../scim/scim-call.ts'
import { shownUser, type UserCall } from '../user/user-call.ts'
import { elementsIn, scimTurn, sentWith, userTurn } from './people-kinds.ts'

type Asked = Pick<ScimCall, 'house' | 'people'>

const elsewhere = ({ house, people }: Asked): readonly Person[] =>
  everyPerson(house).filter(({ id }) => people.persons.get(id) === undefined)

const bearing = (email: unknown, asked: Asked): Person | undefined =>
  typeof email === 'string'
    ? elsewhere(asked).find((one) => one.email.toLowerCase() === email.toLowerCase())
    : undefined

const claimedIn = (asked: ScimCall): Person | undefined =>
  elementsIn(sentWith(asked)['emails'])
    .map(({ value }) => bearing(value, asked))
    .find((one) => one !== undefined)

const takenIn = (asked: UserCall): Person | undefined => bearing(sentWith(asked)['email'], asked)

const groupWrites = ['group-post', 'group-put', 'group-patch'] as const

/** What a user of another account is called is told to whoever knows its e-mail or its id, or it loses the e-mail. */
export const foreignPeopleFaults: readonly Fault[] = [
  scimTurn(
    'scim-taken-email-tells-whose',
    ['B-PRV-02'],
    ['user-post', 'user-put'],
    'The refusal of an e-mail that a user of another account has tells what that one is called.',
    (asked, handle) => {
      const other = claimedIn(asked)
      if (other) throw new ScimRefused(409, 'uniqueness', `the e-mail is that of ${other.firstName} ${other.lastName}`)
      return handle(asked)
    },
  ),
  scimTurn(
    'scim-put-takes-an-email-from-another-account',
    ['B-PRV-02'],
    ['user-put'],
    'A PUT with the e-mail that a user of another account has takes it from that one.',
    (asked, handle) => {
      const other = claimedIn(asked)
      if (!other) return handle(asked)
      const account = asked.house.world.accounts.find(
        (one) => peopleOf(asked.house, one).persons.get(other.id) === other,
      )
      const email = `former-${other.email}`
      if (account) peopleOf(asked.house, account).persons.put({ ...other, email, emails: [] }, asked.call.journal)
      return handle(asked)
    },
  ),
  userTurn(
    'user-post-answers-with-that-of-another-account',
    ['B-PRV-02'],
    ['post'],
    'A POST with the e-mail that a user of another account has is answered with that user.',
    (asked, handle) => {
      const other = takenIn(asked)
      return other ? json(201, shownUser(other, asked)) : handle(asked)
    },
  ),
  userTurn(
    'user-put-refusal-tells-an-id-of-another-account',
    ['B-PRV-02'],
    ['put'],
    'The refusal of a PUT with the e-mail that a user of another account has tells the id of that one.',
    (asked, handle) => {
      const other = takenIn(asked)
      const message = `email must be unique: user ${other?.id} has it`
      return other ? json(400, { error: 'UA-01', message, values: [] }) : handle(asked)
    },
  ),
  scimTurn(
    'scim-member-of-another-account-displayed',
    ['B-PRV-02'],
    [...groupWrites, 'group-list', 'group-get'],
    'Users of other accounts may be members of a group, and are shown with their names.',
    (asked, handle) => {
      const { persons } = asked.people
      const get = (id: number) => persons.get(id) ?? everyPerson(asked.house).find((one) => one.id === id)
      return handle({ ...asked, people: { ...asked.people, persons: { ...persons, get } } })
    },
  ),
  scimTurn(
    'scim-refused-member-is-named',
    ['B-PRV-02'],
    ['group-put', 'group-patch'],
    'The refusal of a member that is of another account tells what it is called.',
    (asked, handle) => {
      try {
        return handle(asked)
      } catch (error) {
        const [, id] = error instanceof ScimRefused ? (/no user (\d+)/.exec(error.message) ?? []) : []
        const other = elsewhere(asked).find((one) => String(one.id) === id)
        throw other ? new ScimRefused(400, 'invalidValue', `${other.name} is of another account`) : error
      }
    },
  ),
]
