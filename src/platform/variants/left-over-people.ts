import type { Variant } from '../deviation.ts'
import { memoryOf } from '../faults/people-kinds.ts'
import type { Person } from '../people/store.ts'

const goneOf = memoryOf(() => new Map<number, Person>())

/** Lawful servers of SCIM beside the User API. */
export const leftOverPeopleVariants: readonly Variant[] = [
  {
    id: 'scim-shows-the-deleted-as-inactive',
    leaves: ['B-SCM-18', 'B-SCM-21'],
    says: 'A user that the User API deleted is shown by SCIM as inactive when it is read by its id.',
    seam: {
      people: {
        user: (asked, handle) => {
          const before = asked.operation === 'delete' ? asked.people.persons.all() : []
          const answer = handle(asked)
          for (const person of before) if (!asked.people.persons.get(person.id)) goneOf(asked).set(person.id, person)
          return answer
        },
        scim: (asked, handle) => {
          const person =
            asked.operation === 'user-get' ? goneOf(asked).get(Number(asked.call.params['userId'])) : undefined
          if (!person || asked.people.persons.get(person.id)) return handle(asked)
          asked.people.persons.put({ ...person, active: false }, undefined)
          try {
            return handle(asked)
          } finally {
            asked.people.persons.remove(person.id, undefined)
          }
        },
      },
    },
  },
]
