import type { Exchange } from '../exchange/exchange.ts'
import { answer, type Answer } from './answer.ts'
import { sendAs, type Caller } from './caller.ts'
import { approves, chosenForm, filledIn, type Login } from './fill-form.ts'
import { formsOf, linksOf, type HtmlForm } from './html-form.ts'

const stepsAtMost = 10

export interface Walk {
  readonly steps: readonly Answer[]
  readonly redirect?: URL
  readonly code?: string
  /** It led to no code, and a page of it is for a script, or has a link in place of a form: only a browser may get on. */
  readonly scripted?: true
}

/** The code in the query of an address. A plus sign there is one (RFC 3986): a server that writes it so means no blank. */
function codeIn({ search }: URL): string | undefined {
  const [, written] =
    /^code=(.+)$/s.exec(
      search
        .slice(1)
        .split('&')
        .find((pair) => pair.startsWith('code=')) ?? '',
    ) ?? []
  try {
    return written === undefined ? undefined : decodeURIComponent(written)
  } catch {
    return written
  }
}

/** The cookies of one browser, by host, or by a dot and the domain that a server set them for. */
export type CookieJar = Map<string, Map<string, string>>

/** Follows redirects and sends forms as a browser would: fills in the login, or one after the other, presses the approving button, stops at the redirect URI. */
export async function walkPages(
  caller: Caller,
  start: string,
  redirectUri: string,
  login: Login | readonly Login[],
  jar: CookieJar = new Map(),
): Promise<Walk> {
  const steps: Answer[] = []
  let request: PageRequest = { method: 'GET', url: start }
  const logins = [login].flat()
  let [logged, mayNeedScript] = [0, false]
  const nowhere = (): Walk => (mayNeedScript ? { steps, scripted: true } : { steps })
  while (steps.length < stepsAtMost) {
    const { host, hostname } = new URL(request.url)
    const cookies = new Map([...jar].filter(([of]) => isFor(of, host, hostname)).flatMap(([, kept]) => [...kept]))
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const exchange = await sendAs(caller, request, {
      Accept: 'text/html',
      ...(cookie ? { Cookie: cookie } : {}),
      ...(request.body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
    })
    const step = answer(exchange, caller.scope)
    steps.push(step)
    keep(jar, host, hostname, exchange)
    const location = step.header('Location')
    if (step.status >= 300 && step.status < 400 && location !== undefined) {
      const next = URL.canParse(location, request.url) ? new URL(location, request.url) : undefined
      if (!next) return nowhere()
      if (leadsTo(next, redirectUri)) {
        const code = codeIn(next)
        return { steps, redirect: next, ...(code ? { code } : {}) }
      }
      if (!/^https?:$/.test(next.protocol)) return nowhere()
      request =
        step.status === 307 || step.status === 308 ? { ...request, url: next.href } : { method: 'GET', url: next.href }
      continue
    }
    const form = chosenForm(formsOf(step.text))
    const hasScript = /<script\b|\sonsubmit\s*=/i.test(step.text)
    if (!form || (hasScript && isForScript(form))) {
      const isForBrowser = step.status < 300 && (hasScript || linksOf(step.text).some((label) => approves(label)))
      return isForBrowser ? { steps, scripted: true } : nowhere()
    }
    const next = logins[form.asksPassword ? logged : 0]
    // Asked again: the login was refused, and repeating it could lock the user out.
    if (next === undefined) return nowhere()
    if (form.asksPassword) logged += 1
    mayNeedScript ||= hasScript && form.action === ''
    request = submitted(form, request.url, next)
  }
  return nowhere()
}

/** Sent without a script, it would show the password in the address of its own page, or leave it out. */
const isForScript = (form: HtmlForm): boolean =>
  form.asksPassword &&
  ((form.method === 'GET' && form.action === '') || !form.fields.some(({ type }) => type === 'password'))

interface PageRequest {
  readonly method: string
  readonly url: string
  readonly body?: string
}

const isFor = (of: string, host: string, hostname: string): boolean =>
  of === host || (of.startsWith('.') && `.${hostname}`.endsWith(of))

function keep(jar: CookieJar, host: string, hostname: string, { response }: Exchange): void {
  for (const [name, value] of response?.headers ?? []) {
    const pair = name.toLowerCase() === 'set-cookie' ? /^\s*([^=;]+)=([^;]*)/.exec(value) : null
    if (!pair) continue
    const domain = /;\s*domain\s*=\s*\.?([^\s;]+)/i.exec(value)?.[1]?.toLowerCase()
    // A domain of one word would be every site's.
    const of = domain?.includes('.') && isFor(`.${domain}`, host, hostname) ? `.${domain}` : host
    const cookies = jar.get(of) ?? new Map<string, string>()
    jar.set(of, cookies)
    const ends = Date.parse(/;\s*expires\s*=\s*([^;]+)/i.exec(value)?.[1] ?? '')
    const isOver = /;\s*max-age\s*=\s*(?:0|-\d+)\s*(?:;|$)/i.test(value)
    if (isOver || (!/;\s*max-age\s*=/i.test(value) && ends < Date.now())) cookies.delete(pair[1] as string)
    else cookies.set(pair[1] as string, pair[2] as string)
  }
}

const leadsTo = (url: URL, redirectUri: string): boolean => {
  if (!URL.canParse(redirectUri)) return false
  const wanted = new URL(redirectUri)
  return url.protocol === wanted.protocol && url.host === wanted.host && url.pathname === wanted.pathname
}

function submitted(form: HtmlForm, page: string, login: Login): PageRequest {
  const text = filledIn(form, login)
  const url = new URL(form.action || page, page)
  if (form.method === 'GET') {
    url.search = text
    return { method: 'GET', url: url.href }
  }
  return { method: 'POST', url: url.href, body: text }
}
