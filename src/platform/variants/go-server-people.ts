import type { Variant } from '../deviation.ts'
import { withBody } from '../faults/passing.ts'
import { elementsIn } from '../faults/people-kinds.ts'
import { through } from './lawful.ts'
import { isFieldList, objectSent } from './turned-away.ts'

/** Lawful servers of people, as one that was written from the document alone has them. */
export const goServerPeopleVariants: readonly Variant[] = [
  through(
    'scim-keeps-the-primary-email',
    ['B-SCM-12', 'B-SCM-17', 'B-USR-03'],
    'A user has one e-mail, as in the User API: of several that SCIM sends the primary one is kept, else the first, as primary.',
    (request, go) => {
      const isWrite =
        /^(?:POST|PUT)$/.test(request.method) && /\/scim\/v2\/Users(?:\/\d+)?(?:\?|$)/.test(request.target)
      const sent = isWrite ? objectSent(request) : {}
      const emails = elementsIn(sent['emails']).filter(isFieldList)
      const kept = emails.find(({ primary }) => primary === true) ?? emails[0]
      const isWhole = emails.every(({ value }) => typeof value === 'string')
      if (!kept || !isWhole) return go(request)
      const body = JSON.stringify({ ...sent, emails: [{ ...kept, primary: true }] })
      return go(withBody(request, Buffer.from(body)))
    },
  ),
]
