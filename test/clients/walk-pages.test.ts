import { afterEach, describe, expect, test } from 'vitest'
import { serve, type Handler } from '../target/server.ts'
import { clientsFacing } from './caller.ts'

const closing: Array<() => void> = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
const login = { username: 'acme/ann', password: 'ann-password' }
const redirectUri = 'https://connector.example/back?keep=1'
const query = { response_type: 'code', client_id: 'client-1', redirect_uri: redirectUri }

async function walk(handler: Handler, clusters: readonly string[] = []) {
  const made = await clientsFacing(handler, { clusters })
  closing.push(made.close)
  return made.api.token.logInAndApprove(query, login)
}

describe('the walk through the pages of the grant', () => {
  test('logs in, approves, keeps cookies and stops at the redirect', async () => {
    const seen: string[] = []
    const { steps, redirect, code } = await walk((request, response, body) => {
      seen.push(`${request.method} ${request.url?.split('?')[0]} ${request.headers.cookie ?? '-'} ${body}`)
      if (request.url?.startsWith('/api/oauth2/v1/authorize')) {
        response.writeHead(302, { Location: '../../../login?next=%2Fapprove', 'Set-Cookie': 's=1; Path=/; HttpOnly' })
        return void response.end()
      }
      if (request.method === 'GET' && request.url?.startsWith('/login'))
        return void response.end(
          '<form method="post"><input name="username"><input type="password" name="password"></form>',
        )
      if (request.url?.startsWith('/login')) {
        response.writeHead(
          303,
          [
            ['Location', '/approve'],
            ['Set-Cookie', 's=2'],
            ['Set-Cookie', 't=3'],
          ].flat(),
        )
        return void response.end()
      }
      if (request.method === 'GET')
        return void response.end(
          '<form method="post" action="/approve"><button name="d" value="deny">Deny</button><button name="d" value="approve">Approve</button></form>',
        )
      response.writeHead(302, { Location: 'https://connector.example/back?keep=1&code=c-1&state=' })
      return void response.end()
    })
    expect(seen).toEqual([
      'GET /api/oauth2/v1/authorize - ',
      'GET /login s=1 ',
      'POST /login s=1 username=acme%2Fann&password=ann-password',
      'GET /approve s=2; t=3 ',
      'POST /approve s=2; t=3 d=approve',
    ])
    expect(steps).toHaveLength(5)
    expect([redirect?.href, code]).toEqual(['https://connector.example/back?keep=1&code=c-1&state=', 'c-1'])
  })

  test('sends the next login when the page asks again, and none after the last', async () => {
    const sent: string[] = []
    const made = await clientsFacing((_request, response, body) => {
      if (body !== '') sent.push(body.toString())
      response.end('<form method="post"><input name="u"><input type="password" name="p"></form>')
    })
    closing.push(made.close)
    await made.api.token.logInAndApprove(query, [{ ...login, password: 'mistyped' }, login])
    expect(sent).toEqual(['u=acme%2Fann&p=mistyped', 'u=acme%2Fann&p=ann-password'])
  })

  test('takes ten steps at most', async () => {
    const { steps, redirect } = await walk((_request, response) => {
      response.writeHead(302, { Location: '/again' })
      response.end()
    })
    expect([steps.length, redirect]).toEqual([10, undefined])
  })

  test('ends at a page without a form', async () => {
    const { steps, code } = await walk((_request, response) => response.end('<h1>Unknown client</h1>'))
    expect([steps.length, code]).toEqual([1, undefined])
  })

  test('ends at an address that nobody can follow', async () => {
    const { steps, redirect } = await walk((_request, response) => {
      response.writeHead(302, { Location: 'someapp://back?code=x' })
      response.end()
    })
    expect([steps.length, redirect]).toEqual([1, undefined])
  })

  test('a redirect with an error leads back without a code', async () => {
    const { redirect, code } = await walk((_request, response) => {
      response.writeHead(302, { Location: 'https://connector.example/back?error=access_denied' })
      response.end()
    })
    expect([redirect?.searchParams.get('error'), code]).toEqual(['access_denied', undefined])
  })

  test('a 307 sends the form once more, and cookies stay with their host', async () => {
    const elsewhere: string[] = []
    const other = await serve((request, response, body) => {
      elsewhere.push(`${request.method} ${request.headers.cookie ?? '-'} ${body}`)
      response.writeHead(302, { Location: 'https://connector.example/back?code=c-2' })
      response.end()
    })
    closing.push(other.close)
    const { code } = await walk(
      (request, response) => {
        if (request.method === 'GET') {
          response.setHeader('Set-Cookie', 'mine=1')
          return void response.end('<form method=post><input name=u><input type=password name=p></form>')
        }
        response.writeHead(307, { Location: `${other.origin}/login` })
        return void response.end()
      },
      [other.origin],
    )
    expect(elsewhere).toEqual(['POST - u=acme%2Fann&p=ann-password'])
    expect(code).toBe('c-2')
  })

  test('a cookie for a domain goes to each of its hosts, unless it is another domain, or over', async () => {
    const elsewhere: string[] = []
    const other = await serve((request, response) => {
      elsewhere.push(request.headers.cookie ?? '-')
      response.end()
    })
    closing.push(other.close)
    await walk(
      (_request, response) => {
        response.writeHead(
          302,
          [
            ['Location', other.origin],
            ['Set-Cookie', 'sid=1; Domain=127.0.0.1; Path=/'],
            ['Set-Cookie', 'own=2'],
            ['Set-Cookie', 'foreign=3; Domain=example.org'],
            ['Set-Cookie', 'past=4; Domain=127.0.0.1; Expires=Thu, 01 Jan 1970 00:00:00 GMT'],
          ].flat(),
        )
        response.end()
      },
      [other.origin],
    )
    expect(elsewhere).toEqual(['sid=1'])
  })
})

test('a plus sign in the code of a redirect is one, encoded or not', async () => {
  for (const written of ['a+b', 'a%2Bb']) {
    const { code } = await walk((_request, response) => {
      response.writeHead(302, { Location: `https://connector.example/back?keep=1&code=${written}` })
      return void response.end()
    })
    expect(code).toBe('a+b')
  }
})

test('a page that a script builds has no form: the walk says so', async () => {
  const { steps, code, scripted } = await walk((_request, response) =>
    response.end('<!DOCTYPE html><div id="app"></div><script src="/login.js"></script>'),
  )
  expect([steps.length, code, scripted]).toEqual([1, undefined, true])
})

const script = '<script src="/login.js"></script>'

test('a login that only a script can send is not sent: no password is in an address', async () => {
  for (const inputs of ['<input type=email><input type=password>', '<input name=u><input name=p type=password>']) {
    const page = `<form onsubmit="go()">${inputs}<button>Sign in</button></form>${script}`
    const { steps, code, scripted } = await walk((_request, response) => response.end(page))
    expect([steps.length, code, scripted]).toEqual([1, undefined, true])
  }
})

test('a form that a script may send elsewhere is sent, and the walk says so if that led to no code', async () => {
  const page = `<form method="post"><input name=u><input name=p type=password></form>${script}`
  const lost = await walk((request, response) => {
    response.statusCode = request.method === 'POST' ? 405 : 200
    return response.end(request.method === 'POST' ? '' : page)
  })
  expect([lost.steps.length, lost.scripted]).toEqual([2, true])
  const found = await walk((request, response) => {
    if (request.method === 'GET') return void response.end(page)
    response.writeHead(302, { Location: `${redirectUri}&code=c1` })
    return void response.end()
  })
  expect([found.code, found.scripted]).toEqual(['c1', undefined])
})

test('an approval by a link is for a browser; a page without one is not', async () => {
  const by = (page: string) => walk((_request, response) => response.end(page))
  expect((await by('<p>Allow it?</p><a href="/go?yes=1">Approve</a>')).scripted).toBe(true)
  expect((await by('<p>No such client</p><a href="/">Home</a>')).scripted).toBeUndefined()
})
