import { describe, expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { memberFilter } from '../../../src/platform/scim/member-filter.ts'
import { peopleOf } from '../user/wire.ts'

const groups = '/scim/v2/Groups'
const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

type Named = Readonly<Record<'a' | 'b' | 'c' | 'd', string>>

/** Four users, the first three of them members of a group; what patches make of it, by the letters of its members. */
async function three() {
  const people = peopleOf(createPlatform({ now: Date.UTC(2026, 10, 21, 9) }))
  const ids: string[] = []
  for (const userName of ['Ann', 'Bob', 'Cid', 'Dan']) {
    const emails = [{ value: `${userName}@example.com` }]
    ids.push(String((await people('POST', '/scim/v2/Users', { schemas: [userSchema], userName, emails })).json['id']))
  }
  const [a = '', b = '', c = '', d = ''] = ids
  const members = [a, b, c].map((value) => ({ value }))
  const made = await people('POST', groups, { schemas: [groupSchema], displayName: 'g', members })
  const at = `${groups}/${String(made.json['id'])}`
  const shown = async () => {
    const { displayName, members: now } = (await people('GET', at)).json as {
      displayName?: string
      members: Array<{ value: string }>
    }
    return { name: displayName, members: now.map(({ value }) => 'abcd'.charAt(ids.indexOf(value))).join('') }
  }
  return {
    named: { a, b, c, d } satisfies Named,
    shown,
    async patch(...Operations: readonly object[]) {
      const { status, json } = await people('PATCH', at, { schemas: [patchSchema], Operations })
      return { status, type: json['scimType'] }
    },
  }
}

type Step = (named: Named) => object
const by = (id: string): string => `members[value eq "${id}"]`
const list = (...ids: readonly string[]) => ids.map((value) => ({ value }))

const done: ReadonlyArray<readonly [what: string, members: string, steps: Step | readonly Step[]]> = [
  ['a replace of one by another', 'acd', ({ b, d }) => ({ op: 'replace', path: by(b), value: list(d) })],
  ['a replace by an object', 'acd', ({ b, d }) => ({ op: 'replace', path: by(b), value: { value: d } })],
  ['a replace of the sub-attribute', 'acd', ({ b, d }) => ({ op: 'replace', path: `${by(b)}.value`, value: d })],
  ['a replace by one who is there', 'ac', ({ b, c }) => ({ op: 'replace', path: by(b), value: list(c) })],
  ['an add where one is', 'acd', ({ b, d }) => ({ op: 'add', path: by(b), value: list(d) })],
  [
    'a replace of two by one',
    'cd',
    ({ a, b, d }) => ({ op: 'replace', path: `members[value eq "${a}" or value eq ${b}]`, value: list(d) }),
  ],
  ['a remove by another attribute', 'ac', () => ({ op: 'remove', path: 'members[display eq "BOB"]' })],
  ['a remove of all but one', 'b', ({ b }) => ({ op: 'remove', path: `members[not (value eq "${b}")]` })],
  ['a remove in other letters', 'ac', ({ b }) => ({ op: 'Remove', path: `MEMBERS[Value EQ "${b}"].VALUE` })],
  ['a path with its schema', 'abcd', ({ d }) => ({ op: 'add', path: `${groupSchema}:members`, value: list(d) })],
  [
    'several operations in turn',
    'bd',
    [
      ({ a, d }) => ({ op: 'replace', path: by(a), value: list(d) }),
      ({ d }) => ({ op: 'replace', path: by(d), value: list(d) }),
      ({ c }) => ({ op: 'remove', path: by(c) }),
    ],
  ],
]

test.each(done)('%s leaves %s', async (_, members, steps) => {
  const { named, patch, shown } = await three()
  expect(await patch(...[steps].flat().map((step) => step(named)))).toEqual({ status: 200, type: undefined })
  expect((await shown()).members.split('').sort().join('')).toBe(members)
})

const refused: ReadonlyArray<readonly [what: string, type: string, step: Step]> = [
  ['a replace where nobody is met', 'noTarget', ({ d }) => ({ op: 'replace', path: by(d), value: list(d) })],
  ['an add where nobody is met', 'noTarget', ({ d }) => ({ op: 'add', path: by(d), value: list(d) })],
  ['a remove where nobody is met', 'noTarget', ({ d }) => ({ op: 'remove', path: by(d) })],
  ['a replace by nobody', 'invalidValue', ({ b }) => ({ op: 'replace', path: by(b) })],
  ['a replace by an unknown user', 'invalidValue', ({ b }) => ({ op: 'replace', path: by(b), value: list('99999') })],
  ['a filter of nothing', 'invalidFilter', () => ({ op: 'remove', path: 'members[]' })],
  ['a filter of another attribute', 'invalidFilter', () => ({ op: 'remove', path: 'members[age gt 7]' })],
  ['a filter that does not end', 'invalidPath', ({ b }) => ({ op: 'remove', path: `members[value eq "${b}"` })],
  ['a path of another attribute', 'invalidPath', () => ({ op: 'replace', path: 'owners', value: 'x' })],
  ['a remove without a path', 'noTarget', () => ({ op: 'remove' })],
  ['another word', 'invalidSyntax', ({ d }) => ({ op: 'move', path: 'members', value: list(d) })],
]

test.each(refused)('%s is refused as %s, and nothing of the patch is done', async (_, type, step) => {
  const { named, patch, shown } = await three()
  const before = await shown()
  const others: Step[] = [
    ({ d }) => ({ op: 'replace', path: by(named.a), value: list(d) }),
    () => ({ op: 'replace', path: 'displayName', value: 'other' }),
  ]
  // Whatever is done before it adds d, so a filter that shall meet nobody comes first, too.
  for (const steps of [[step], [step, ...others], type === 'noTarget' ? [] : [...others, step]]) {
    if (steps.length === 0) continue
    expect(await patch(...steps.map((one) => one(named)))).toEqual({ status: 400, type })
    expect(await shown()).toEqual(before)
  }
})

describe('a filter of members', () => {
  const facts = { value: '17', display: 'Ann "A" Lee', $ref: 'http://x/Users/17' }
  const meets = (filter: string): boolean | undefined => memberFilter(filter)?.(facts)

  test.each([
    'value eq "17"',
    'value eq 17',
    'value ne "18"',
    'display co "a\\" l"',
    'display sw "ANN"',
    '$ref ew "/17"',
    'value gt "16" and value ge "17" and value lt "18" and value le "17"',
    'display pr',
    'type eq null and not(type pr)',
    'value eq "1" or value eq "2" or value eq "17"',
    // `and` binds more than `or`.
    'value eq "17" or value eq "17" and value eq "1"',
    '(value eq "17" or value eq "17") and not (value eq "1")',
  ])('%s meets', (filter) => {
    expect(meets(filter)).toBe(true)
  })

  test.each([
    'value eq "18"',
    'value eq null',
    'type pr',
    'type gt "a"',
    '(value eq "17" or value eq "17") and value eq "1"',
    'not (value eq "17")',
  ])('%s does not meet', (filter) => {
    expect(meets(filter)).toBe(false)
  })

  test.each([
    '',
    'value',
    'value eq',
    'value is "17"',
    'value eq 17a',
    'value eq "17',
    'value eq "17" and',
    'value eq "17" value eq "17"',
    'not value eq "17"',
    '(value eq "17"',
    'value eq "17")',
    '()',
    `${'('.repeat(30_000)}value pr${')'.repeat(30_000)}`,
  ])('%.40s is none', (filter) => {
    expect(memberFilter(filter)).toBeUndefined()
  })
})
