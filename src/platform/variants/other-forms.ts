import { askedOf } from '../faults/passing.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'

const textOf = ({ body }: PlatformResponse): string => body.toString('utf8')
const isHtml = ({ headers }: PlatformResponse): boolean =>
  headers.some(([name, value]) => name === 'Content-Type' && value.startsWith('text/html'))

export const isLoginPage = (response: PlatformResponse): boolean =>
  isHtml(response) && textOf(response).includes('name="password"')

export const isSubmitted = (request: PlatformRequest): boolean =>
  request.method === 'POST' && askedOf(request).path.endsWith('/api/oauth2/v1/login')

const before = `
<form method="get" action="/search"><input type="search" name="q"><button type="submit">Search</button></form>
<form method="post" action="/language"><select name="language"><option value="en">English</option><option value="de">Deutsch</option></select>
<button type="submit">Change language</button></form>`

const after = `
<form method="post" action="/forgotten"><label>E-mail <input type="email" name="mail"></label><button type="submit">Send me a new password</button></form>`

/** The login as the third of four forms, its fields named otherwise. */
export function amongOtherForms(response: PlatformResponse, suffix: string): PlatformResponse {
  const text = textOf(response)
  const [form = ''] = /<form[\s\S]*<\/form>/.exec(text) ?? []
  const [open = ''] = /<form[^>]*>/.exec(form) ?? []
  const hidden = form.match(/<input type="hidden"[^>]*>/g) ?? []
  const more = ['lt', 'execution', '_eventId'].map((name) => `<input type="hidden" name="${name}" value="${suffix}">`)
  const login = `
${open}
${[...hidden, ...more].join('\n')}
<p><label>Account <input type="text" name="j_account" autocomplete="organization" required></label></p>
<p><label>User <input type="text" name="j_login" autocomplete="username"></label></p>
<p><label>Password <input type="password" name="j_pass_${suffix}" autocomplete="current-password" required></label></p>
<p><button type="submit">Log in</button></p>
</form>`
  return { ...response, body: Buffer.from(text.replace(form, () => `${before}${login}${after}`)) }
}

const permissions = ['read', 'create', 'update', 'delete']
  .map((name) => `<label><input type="checkbox" name="grant_${name}" value="yes" checked> ${name}</label>`)
  .join('\n')

/** The approval with a button to refuse first, a box for each permission and a link to log out. */
export function approvalInFull(response: PlatformResponse): PlatformResponse {
  const text = isHtml(response) ? textOf(response) : ''
  const [row, approve, deny] =
    /<p>(<button[^>]*value="approve"[^>]*>.*?<\/button>) (<button[^>]*value="deny"[^>]*>.*?<\/button>)<\/p>/.exec(
      text,
    ) ?? []
  return row === undefined || text.includes('type="password"')
    ? response
    : {
        ...response,
        body: Buffer.from(
          text.replace(row, () => `${permissions}\n<p>${deny} ${approve}</p><p><a href="/logout">Log out</a></p>`),
        ),
      }
}
