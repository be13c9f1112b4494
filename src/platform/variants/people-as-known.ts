import type { Variant } from '../deviation.ts'
import { askedOf, withParts } from '../faults/passing.ts'
import { json } from '../http/answers.ts'
import { through } from './lawful.ts'
import { elementsIn } from '../faults/people-kinds.ts'
import { objectSent, turningAway } from './turned-away.ts'

const ofUsers = /\/api\/(?:user\/v1\/)?users$/

/** Readings of SCIM and the User API that real systems are known for, or that no sentence closes. */
export const knownPeopleVariants: readonly Variant[] = [
  through(
    'user-pages-in-small-letters',
    ['B-USR-06', 'B-USR-36'],
    'The list of users heeds page and size in small letters alone; pages count from 0.',
    (request, go) => {
      const { path, query } = askedOf(request)
      if (!ofUsers.test(path)) return go(request)
      return go(
        ['Page', 'Size'].reduce((asked, name) => {
          const own = query.getAll(name.toLowerCase())
          return own.length > 0 || query.has(name) ? withParts(asked, name, own) : asked
        }, request),
      )
    },
  ),
  {
    id: 'scim-one-email-at-most',
    leaves: ['B-SCM-12', 'B-SCM-17'],
    says: 'A user with more than one e-mail is refused.',
    wire: turningAway(
      (request) =>
        /\/scim\/v2\/Users(?:\/\d+)?(?:\?|$)/.test(request.target) &&
        elementsIn(objectSent(request)['emails']).length > 1,
      json(400, {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '400',
        detail: 'one e-mail at most',
      }),
    ),
  },
]
