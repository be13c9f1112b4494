import { answer, type Answer } from './answer.ts'
import { sendAs, type Caller } from './caller.ts'
import { formsOf, type Form } from './html-form.ts'

const stepsAtMost = 10

export interface Walk { readonly steps: readonly Answer[]; readonly redirect?: URL; readonly code?: string }

/** Follows redirects and sends forms as a browser would: fills in the login, presses what approves, stops at the redirect address. */
export async function walkPages(caller: Caller, start: string, redirectUri: string, login: { readonly username: string; readonly password: string }): Promise<Walk> {
  const steps: Answer[] = []
  const cookies = new Map<string, string>()
  let request: { method: string; url: string; body?: string } = { method: 'GET', url: start }
  while (steps.length < stepsAtMost) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const exchange = await sendAs(caller, request, {
      Accept: 'text/html', ...(cookie ? { Cookie: cookie } : {}), ...(request.body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
    })
    const step = answer(exchange, caller.scope)
    steps.push(step)
    for (const [name, value] of exchange.response?.headers ?? []) {
      const pair = name.toLowerCase() === 'set-cookie' ? /^([^=;]+)=([^;]*)/.exec(value) : null
      if (pair) cookies.set(pair[1] as string, pair[2] as string)
    }
    const location = step.header('Location')
    if (step.status >= 300 && step.status < 400 && location !== undefined) {
      const next = URL.canParse(location, request.url) ? new URL(location, request.url) : undefined
      if (!next) return { steps }
      if (leadsTo(next, redirectUri)) {
        const code = next.searchParams.get('code') ?? undefined
        return { steps, redirect: next, ...(code ? { code } : {}) }
      }
      request = { method: 'GET', url: next.href }
      continue
    }
    const form = formsOf(step.text)[0]
    if (!form) return { steps }
    request = filled(form, request.url, login)
  }
  return { steps }
}

const leadsTo = (url: URL, redirectUri: string): boolean => URL.canParse(redirectUri) && url.origin === new URL(redirectUri).origin && url.pathname === new URL(redirectUri).pathname

function filled(form: Form, page: string, login: { readonly username: string; readonly password: string }): { method: string; url: string; body?: string } {
  const fields = form.fields.map(({ name, type, value }) => {
    if (type === 'password') return [name, login.password]
    if (type === 'text' || type === 'email') return [name, value || login.username]
    return [name, value]
  })
  const press = form.buttons.find(({ name, value, label }) => /approve|allow|accept|grant|confirm|yes/i.test(`${name} ${value} ${label}`)) ?? form.buttons.find(({ name }) => name !== '')
  if (press?.name) fields.push([press.name, press.value])
  const text = new URLSearchParams(fields as [string, string][]).toString()
  const url = new URL(form.action || page, page)
  if (form.method === 'GET') { url.search = text; return { method: 'GET', url: url.href } }
  return { method: 'POST', url: url.href, body: text }
}
