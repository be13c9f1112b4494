import type { Fault } from '../deviation.ts'
import { userRules, type UserOperation } from '../rulebook/user.ts'

const { user } = userRules

const lost = (id: string, operation: UserOperation, field: string): Fault => ({
  id,
  breaks: ['B-USR-37', 'B-USR-26'],
  says: `A ${operation.toUpperCase()} does not take ${field}.`,
  rule: { user: { persists: (at, name) => !(at === operation && name === field) } },
})

/** Faults of what a write makes of the fields of a user. */
export const userWriteFaults: readonly Fault[] = [
  {
    id: 'user-post-answers-nothing',
    breaks: ['B-USR-09'],
    says: 'POST is answered with an empty body.',
    rule: { user: { answers: (operation) => (operation === 'post' ? 'nothing' : user.answers(operation)) } },
  },
  {
    id: 'user-post-not-stored',
    breaks: ['B-USR-09', 'B-USR-37'],
    says: 'POST tells success and creates nothing.',
    rule: { user: { persists: (operation) => operation !== 'post' } },
  },
  {
    id: 'user-put-not-stored',
    breaks: ['B-USR-11', 'B-USR-37'],
    says: 'PUT tells success and changes nothing.',
    rule: { user: { persists: (operation, field) => operation !== 'put' || field !== undefined } },
  },
  lost('user-put-loses-phone', 'put', 'phone'),
  lost('user-put-loses-active', 'put', 'active'),
  lost('user-put-loses-email', 'put', 'email'),
  lost('user-put-loses-last-name', 'put', 'lastName'),
  {
    id: 'user-post-loses-phone',
    breaks: ['B-USR-37', 'B-USR-26'],
    says: 'POST does not take phone.',
    rule: {
      user: {
        text: (given, former, name, at) =>
          at === 'post' && name === 'phone' ? null : user.text(given, former, name, at),
      },
    },
  },
  {
    id: 'user-post-loses-last-name',
    breaks: ['B-USR-37', 'B-USR-26'],
    says: 'POST keeps the ASCII letters of lastName only.',
    rule: {
      user: {
        text: (given, former, name, at) =>
          at === 'post' && name === 'lastName' && typeof given === 'string'
            ? given.replace(/[^\0-\x7f]/g, '')
            : user.text(given, former, name, at),
      },
    },
  },
  {
    id: 'user-post-always-active',
    breaks: ['B-USR-37', 'B-USR-26'],
    says: 'A created user is active whatever was sent.',
    rule: { user: { takesActive: (operation) => operation !== 'post' } },
  },
  {
    id: 'user-name-whole-email',
    breaks: ['B-USR-04'],
    says: 'The name of a user without one is its whole e-mail.',
    rule: { user: { name: (given, part) => given ?? `${part}@example.com` } },
  },
  {
    id: 'user-name-cut-at-dot',
    breaks: ['B-USR-04'],
    says: 'The name of a user without one ends at the first dot of its e-mail.',
    rule: { user: { name: (given, part) => given ?? part.split('.', 1)[0] ?? part } },
  },
  {
    id: 'user-name-kept-on-put',
    breaks: ['B-USR-04'],
    says: 'A PUT without a name keeps the former one.',
    rule: { user: { name: (given, part, at, former) => user.name(given ?? former, part, at, former) } },
  },
  {
    id: 'user-put-keeps-left-out',
    breaks: ['B-USR-11'],
    says: 'A PUT keeps the texts that it leaves out.',
    rule: {
      user: { text: (given, former, name, at) => (given === undefined ? former : user.text(given, former, name, at)) },
    },
  },
  {
    id: 'user-put-keeps-empty',
    breaks: ['B-USR-11'],
    says: 'A PUT with an empty text keeps the former one.',
    rule: { user: { text: (given, former, name, at) => (given === '' ? former : user.text(given, former, name, at)) } },
  },
  {
    id: 'user-put-keeps-empty-text',
    breaks: ['B-USR-11'],
    says: 'A PUT stores an empty text as it is.',
    rule: { user: { text: (given, former, name, at) => (given === '' ? '' : user.text(given, former, name, at)) } },
  },
  {
    id: 'user-put-keeps-phone',
    breaks: ['B-USR-11'],
    says: 'A PUT without phone keeps the former one.',
    rule: {
      user: {
        text: (given, former, name, at) =>
          name === 'phone' && given === undefined ? former : user.text(given, former, name, at),
      },
    },
  },
  {
    id: 'user-put-nulls-all-texts',
    breaks: ['B-USR-11', 'B-USR-37'],
    says: 'A PUT that leaves out lastName loses firstName, too.',
    rule: { user: { losesFirst: (lastName) => lastName === undefined } },
  },
  {
    id: 'user-put-nulls-email',
    breaks: ['B-USR-11'],
    says: 'A PUT without an e-mail takes it away.',
    rule: { user: { email: (given) => given ?? '' } },
  },
  {
    id: 'user-put-nulls-name',
    breaks: ['B-USR-11'],
    says: 'A PUT without a name sets it to null.',
    rule: {
      user: {
        name: (given, part, at, former) =>
          at === 'put' && given === undefined ? null : user.name(given, part, at, former),
      },
    },
  },
]
