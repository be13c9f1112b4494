import type { Variant } from '../deviation.ts'
import { askedOf, headerIn } from '../faults/passing.ts'
import { cookieIn, locationOf, withCookie } from '../faults/sixth-logins.ts'
import { formIn } from '../faults/token-calls.ts'
import { redirect } from '../http/answers.ts'
import { issueCode } from '../token/codes.ts'
import { loginNamed } from '../token/named.ts'
import { through } from './lawful.ts'

/** Lawful servers of access that a second look at the checks found accused. */
export const secondLookAccessVariants: readonly Variant[] = [
  through(
    'clients-approved-before',
    ['A-TOK-23'],
    'The login is kept in a cookie, and users have approved all clients on another day: whoever comes again is led back at once.',
    async (request, go, { house }) => {
      const { path, query } = askedOf(request)
      const user = cookieIn(headerIn(request, 'cookie'), 'user')
      const named = user === undefined ? undefined : loginNamed(house, user)
      const client = house.world.clients.find(({ id }) => id === query.get('client_id'))
      if (path.endsWith('/authorize') && named && client && query.get('response_type') === 'code') {
        const uri = query.get('redirect_uri') ?? ''
        return redirect(302, `${uri}${uri.includes('?') ? '&' : '?'}code=${issueCode(house, client, uri, named)}`)
      }
      const response = await go(request)
      return /[?&]code=/.test(locationOf(response))
        ? withCookie(response, 'user', formIn(request).get('username') ?? '')
        : response
    },
  ),
]
