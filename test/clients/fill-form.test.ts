import { describe, expect, test } from 'vitest'
import { chosenForm, filledIn } from '../../src/clients/fill-form.ts'
import { formsOf } from '../../src/clients/html-form.ts'

const login = { username: 'acme/ann', password: 'p&ss "1"' }
const sent = (html: string) => {
  const form = chosenForm(formsOf(html))
  return form ? [...new URLSearchParams(filledIn(form, login))].map(([name, value]) => `${name}=${value}`) : undefined
}

describe('forms are read as browsers read them', () => {
  test('attributes in any quotes, order and case, entities resolved, comments passed over', () => {
    const [form] =
      formsOf(`<!-- <form action="/old"></form> --><FORM Method='POST' ACTION="/go?a=1&amp;b=2" data-x="a > b">
      <input value='x &gt; y &#39;q&#x27; &quot;' type=hidden name=state><input name="user" ><input type="password" name="pw"></FORM>`)
    expect(form).toMatchObject({ method: 'POST', action: '/go?a=1&b=2' })
    expect(form?.fields.map(({ name, type, value }) => [name, type, value])).toEqual([
      ['state', 'hidden', `x > y 'q' "`],
      ['user', 'text', ''],
      ['pw', 'password', ''],
    ])
  })

  test('a page without a form has none', () => {
    expect(sent('<p>Please wait</p>')).toBeUndefined()
  })
})

describe('what a user who wants in would send', () => {
  test('the login, not the search beside it', () => {
    expect(
      sent(
        '<form action=/search><input name=q></form><form method=post action=/login><input type=hidden name=csrf value=7><input name=u><input type=password name=p><button>Log in</button></form>',
      ),
    ).toEqual(['csrf=7', 'u=acme/ann', 'p=p&ss "1"'])
  })

  test('what a script or a comment holds is no form', () => {
    expect(
      sent(
        '\u0130\u0130<SCRIPT>if (1 < 2) { "<form action=/a>" }</script ><!-- <form action=/b> --><form method=post action=/login><input name=u><input type=password name=p></form>',
      ),
    ).toEqual(['u=acme/ann', 'p=p&ss "1"'])
  })

  test.each([
    ['the account before the user', '<input name=a><input name=u><input type=password name=p>'],
    ['the account named as one', '<input name=u><input name=tenant><input type=password name=p>'],
  ])('account and user in fields of their own: %s', (_what, fields) => {
    const typed = sent(`<form method=post action=/login>${fields}<button>Log in</button></form>`)
    expect(typed?.toSorted()).toEqual(
      [fields.includes('tenant') ? 'tenant=acme' : 'a=acme', 'u=ann', 'p=p&ss "1"'].toSorted(),
    )
  })

  test.each([
    [
      'buttons of one name',
      '<button name=decision value=deny>Deny</button><button name=decision value=approve>Approve</button>',
      ['decision=approve'],
    ],
    [
      'a word that only holds the other',
      '<button name=d value=disallow>Disallow</button><button name=d value=allow>Allow</button>',
      ['d=allow'],
    ],
    [
      'what does not allow',
      '<input type=submit name=no value="Do not allow"><input type=submit name=ok value="Yes, allow">',
      ['ok=Yes, allow'],
    ],
    ['a single button without words we know', '<button name=go value=1>Weiter</button>', ['go=1']],
    ['a refusal alone', '<button name=decision value=deny>Deny</button>', []],
  ])('of %s, the approving one is pressed', (_, buttons, expected) => {
    expect(sent(`<form method=post>${buttons}</form>`)).toEqual(expected)
  })

  test('the form that approves, where denying has a form of its own', () => {
    expect(
      sent(
        '<form method=post><input type=hidden name=approval value=false><input type=submit name=deny value=Deny></form><form method=post><input type=hidden name=approval value=true><input type=submit name=authorize value=Authorize></form>',
      ),
    ).toEqual(['approval=true', 'authorize=Authorize'])
  })

  test('one radio button of each name, and scopes ticked', () => {
    expect(
      sent(
        '<form method=post><input type=radio name=scope.read value=false checked><input type=radio name=scope.read value=true><input type=radio name=size value=a><input type=radio name=size value=b checked><input type=checkbox name=all><button>OK</button></form>',
      ),
    ).toEqual(['scope.read=true', 'size=b', 'all=on'])
  })
})
