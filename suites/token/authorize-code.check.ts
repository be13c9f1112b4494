import { check, Unexercised } from '../../src/kit/index.ts'
import { must } from '../../src/kit/must.ts'
import { observe } from '../../src/kit/observe.ts'
import { rely } from '../../src/kit/rely.ts'
import { objectOf } from '../../src/kit/object-of.ts'
import { codeOf, exchange, grantedByCode, receivedCode, start, walked } from './by-code.ts'
import { codeAt } from './lead-back.ts'
import { authorize, lifetime, response } from './requirements.ts'
import {
  companies,
  control,
  fieldOf,
  freshToken,
  granted,
  holdsToken,
  noToken,
  served,
  servedOtherwise,
  mustServe,
} from './steps.ts'

check(
  authorize['authorize-leads-back-with-code'],
  'page-then-redirect',
  {
    brokenBy: [
      'authorize-without-redirect',
      'authorize-without-login',
      'authorize-code-renamed',
      'authorize-code-in-fragment',
      'authorize-code-missing',
      'authorize-query-lost',
      'authorize-second-question-mark',
    ],
  },
  async (context) => {
    const { query, steps, redirect, code } = await walked(context)
    must.hold(
      'a page before the redirect with the code',
      steps.some((step) => !(step.status >= 300 && step.status < 400) && /<form/i.test(step.text)),
      steps.map((step) => step.status),
    )
    must.hold(
      'a code in the query of the redirect',
      Boolean(code) && redirect?.searchParams.has('code') === true,
      redirect?.search ?? 'no redirect',
    )
    const asked = new URL(query.redirect_uri!)
    const kept = [...asked.searchParams].every(([name, value]) => redirect?.searchParams.get(name) === value)
    must.hold(
      `a redirect to ${asked.href} as it was asked for`,
      redirect?.origin === asked.origin && redirect?.pathname === asked.pathname && kept,
      redirect?.href ?? 'none',
    )
  },
)

check(
  authorize['authorize-leads-back-with-code'],
  'redirect-uri-with-an-escape',
  { brokenBy: ['redirect-uri-unescaped-once-more'] },
  async (context) => {
    const { query, login } = start(context)
    const plain = query.redirect_uri ?? ''
    await rely(authorize['authorize-leads-back-with-code'], async () => {
      codeAt(await context.api.token.logInAndApprove(query, login))
    })
    const uri = `${plain}${plain.includes('?') ? '&' : '?'}back=a%26b`
    const { code, redirect } = await context.api.token.logInAndApprove({ ...query, redirect_uri: uri }, login)
    // A service may redirect to none but the addresses that its client named beforehand.
    if (code === undefined) throw new Unexercised('another redirect_uri is not taken: it may have to be registered')
    must.equal('back in the redirect', redirect?.searchParams.get('back'), 'a&b')
  },
)

check(
  authorize['authorize-leads-back-with-code'],
  'no-code-without-login',
  { brokenBy: ['authorize-without-login'] },
  async (context) => {
    const { query, login } = start(context)
    const stranger = { username: `${login.username}-${context.fresh.tag}`, password: login.password }
    const { code } = await context.api.token.logInAndApprove(query, stranger)
    must.equal('code for a user who does not exist', code, undefined)
    await codeOf(context)
  },
)

check(
  authorize['response-type-is-code'],
  'another-value',
  { brokenBy: ['implicit-token', 'authorize-any-response-type'] },
  async (context) => {
    await receivedCode(context)
    const { query, login } = start(context)
    const { redirect, code, steps } = await context.api.token.logInAndApprove(
      { ...query, response_type: 'token' },
      login,
    )
    must.hold(
      'steps without a code',
      code === undefined && !redirect?.searchParams.has('code'),
      `a code after ${steps.length} steps`,
    )
    must.hold('no token in the redirect either', !/access_token=/.test(redirect?.href ?? ''), redirect?.href ?? 'none')
  },
)

check(
  authorize['code-yields-token'],
  'code-of-the-redirect',
  { brokenBy: ['token-code-grant-unsupported', 'authorize-code-refused'] },
  async (context) => {
    const { access_token: value } = granted(await exchange(context, await receivedCode(context)))
    await control(companies(context.api, { token: { value } }))
  },
)

check(
  response['cluster-url'],
  'serves-the-token-of-a-code',
  { needs: ['authorization-code'], brokenBy: ['cluster-url-of-token-service-for-a-code'] },
  async (context) => {
    await mustServe(context.api, await grantedByCode(context))
  },
)

check(
  lifetime['earlier-token-stays-valid'],
  'got-with-a-code-before-a-login-by-password',
  { needs: ['authorization-code'], brokenBy: ['token-of-a-code-ends-with-a-login-by-password'] },
  async (context) => {
    const value = await rely(
      authorize['code-yields-token'],
      async () => granted(await exchange(context, await receivedCode(context))).access_token,
    )
    await control(companies(context.api, { token: { value } }))
    await freshToken(context.api)
    served(await companies(context.api, { token: { value } }))
  },
)

check(
  response['user-fields'],
  'code-grant',
  {
    needs: ['authorization-code'],
    brokenBy: [
      'user-id-text-for-a-code',
      'redirect-uri-with-query-fails',
      'code-unescaped',
      'token-code-grant-without-user',
      'code-grant-without-user-email',
    ],
  },
  async (context) => {
    const given = granted(await exchange(context, await receivedCode(context)))
    const { user, user_email: email, user_id: id } = given
    fieldOf(given, 'user')
    must.equal(
      'types of user, user_email and user_id',
      [typeof user, typeof email, typeof id],
      ['string', 'string', 'number'],
    )
  },
)

check(
  authorize['unissued-code-refused'],
  'invented-code',
  { brokenBy: ['authorize-invented-code-accepted'] },
  async (context) => {
    await servedOtherwise(context.api)
    noToken(
      await exchange(
        context,
        `${context.fresh.tag}0code`,
        context.target.fixtures.redirectUri ?? 'https://connector.example/back',
      ),
    )
  },
)

const outcome = (holds: boolean, status: number, error: unknown) =>
  holds ? 'a token' : `status ${status}${error === undefined ? '' : ` with ${String(error)}`}`

observe(authorize['code-particulars'], 'code-used-twice', {}, async (context) => {
  const code = await receivedCode(context)
  granted(await exchange(context, code))
  const again = await exchange(context, code)
  return `a code used twice: ${outcome(holdsToken(again), again.status, objectOf(again)['error'])}`
})

observe(authorize['code-particulars'], 'another-redirect-uri', {}, async (context) => {
  const other = await exchange(context, await receivedCode(context), `${context.target.fixtures.redirectUri}/elsewhere`)
  return `another redirect_uri at the token endpoint: ${outcome(holdsToken(other), other.status, objectOf(other)['error'])}`
})

observe(authorize['code-particulars'], 'unknown-client', {}, async (context) => {
  const answer = await context.api.token.authorize({
    ...start(context).query,
    client_id: `${context.fresh.tag}-client`,
  })
  return `authorize for an unknown client: status ${answer.status}`
})
