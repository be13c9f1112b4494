import { check } from '../../src/kit/index.ts'
import type { Context } from '../../src/kit/context.ts'
import { must } from '../../src/kit/must.ts'
import { objectOf } from '../../src/kit/object-of.ts'
import { mustBeTold, refusals } from './refusals.ts'
import { error } from './requirements.ts'
import { servedOtherwise } from './steps.ts'

/** The same letters in the other case: another secret. One without letters gets a letter. */
function otherCase(secret: string): string {
  const other = secret.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
  return other === secret ? `${secret}x` : other
}

/** A user that does not exist is refused by its own words. */
async function refusedAsUnknown(context: Context): Promise<void> {
  const unknown = refusals.find(({ of }) => of === 'invalid-grant')!
  mustBeTold(await unknown.ask(context), unknown)
}

check(
  error['expired-credentials'],
  'expired-password',
  {
    brokenBy: [
      'expired-description-period',
      'token-expired-credentials-status',
      'token-expired-credentials-word',
      'token-expired-credentials-text',
      'token-expired-password-accepted',
    ],
  },
  async (context) => {
    const { api, as, target } = context
    await servedOtherwise(api)
    must.refused(await as('expired').token.obtain(), 400, 'expired_credentials', /^user credentials have expired$/i)
    // Another reason, with the same status: each refusal tells its own.
    if (!('user-grant' in target.lacks)) await refusedAsUnknown(context)
  },
)

check(
  error['invalid-client'],
  'wrong-secret',
  {
    brokenBy: [
      'client-secret-remembered-by-id',
      'token-invalid-client-status',
      'token-invalid-client-word',
      'token-invalid-client-text',
      'token-secret-unchecked',
    ],
  },
  async ({ api, target, fresh }) => {
    await servedOtherwise(api)
    const client = { id: target.identities['admin']!.client.id, secret: `${fresh.tag}-wrong` }
    must.refused(await api.token.obtain({}, { client }), 401, 'invalid_client', /^client authentication failed$/i)
  },
)

check(
  error['invalid-client'],
  'secret-in-other-case',
  { brokenBy: ['token-secret-ignores-case', 'token-secret-unchecked'] },
  async ({ api, target }) => {
    await servedOtherwise(api)
    const { id, secret } = target.identities['admin']!.client
    must.refused(
      await api.token.obtain({}, { client: { id, secret: otherCase(secret) } }),
      401,
      'invalid_client',
      /^client authentication failed$/i,
    )
  },
)

check(
  error['invalid-client'],
  'unknown-id',
  {
    brokenBy: [
      'unknown-client-400',
      'unknown-client-invalid-grant',
      'token-invalid-client-status',
      'token-invalid-client-word',
      'token-invalid-client-text',
    ],
  },
  async ({ api, target, fresh }) => {
    await servedOtherwise(api)
    const client = { id: `${fresh.tag}-client`, secret: target.identities['admin']!.client.secret }
    must.refused(await api.token.obtain({}, { client }), 401, 'invalid_client', /^client authentication failed$/i)
  },
)

check(
  error['invalid-client'],
  'wrong-secret-of-client-grant',
  {
    needs: ['client-grant'],
    brokenBy: [
      'token-invalid-client-status',
      'token-invalid-client-word',
      'token-invalid-client-text',
      'token-secret-unchecked',
    ],
  },
  async ({ as, target, fresh }) => {
    const service = as('service')
    await servedOtherwise(service)
    const client = { id: target.identities['service']!.client.id, secret: `${fresh.tag}-wrong` }
    must.refused(await service.token.obtain({}, { client }), 401, 'invalid_client', /^client authentication failed$/i)
  },
)

// Only the identity reserved for password trials sends wrong passwords: a lockout must hit nobody else.
check(
  error['invalid-grant'],
  'wrong-password',
  {
    needs: ['password-trials'],
    brokenBy: [
      'token-invalid-grant-status',
      'token-invalid-grant-word',
      'token-invalid-grant-text',
      'token-password-unchecked',
    ],
  },
  async ({ as, api, target, fresh }) => {
    await servedOtherwise(api)
    const { username } = target.identities['password']!
    const answer = await as('password').token.request({
      grant_type: 'password',
      username,
      password: `${fresh.tag}-Wrong1!`,
    })
    must.refused(answer, 400, 'invalid_grant', /^bad credentials$/i)
  },
)

check(
  error['invalid-grant'],
  'password-in-other-case',
  {
    needs: ['password-trials'],
    brokenBy: ['token-password-ignores-case', 'token-password-unchecked'],
  },
  async ({ as, api, target }) => {
    await servedOtherwise(api)
    const { password = '' } = target.identities['password']!
    must.refused(
      await as('password').token.obtain({ password: otherCase(password) }),
      400,
      'invalid_grant',
      /^bad credentials$/i,
    )
  },
)

check(
  error['invalid-grant'],
  'unknown-user',
  {
    needs: ['user-grant'],
    brokenBy: [
      'unknown-user-404',
      'unknown-user-told-as-such',
      'unknown-user-401',
      'token-invalid-grant-status',
      'token-invalid-grant-word',
      'token-invalid-grant-text',
    ],
  },
  async (context) => {
    await servedOtherwise(context.as('user'))
    await refusedAsUnknown(context)
  },
)

check(
  error['invalid-grant'],
  'unknown-account',
  {
    needs: ['user-grant'],
    brokenBy: ['token-invalid-grant-status', 'token-invalid-grant-word', 'token-invalid-grant-text'],
  },
  async ({ as, fresh }) => {
    const api = as('user')
    await servedOtherwise(api)
    const answer = await api.token.request({
      grant_type: 'password',
      username: `${fresh.tag}x`,
      password: 'Nobody-1234',
    })
    // No client is allowed for an account that does not exist: the other row of the error table describes that, too.
    if (objectOf(answer)['error'] === 'unauthorized_client')
      must.refused(answer, 401, 'unauthorized_client', /^client is not authorized to use this grant type$/i)
    else must.refused(answer, 400, 'invalid_grant', /^bad credentials$/i)
  },
)
