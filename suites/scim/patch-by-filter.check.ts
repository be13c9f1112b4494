import { check, must, observe } from '../../src/kit/index.ts'
import { createdGroup, leavingNoGroups, memberValues, patchOf, readGroup, withThree, type Own } from './people.ts'
import { attribute, membersOf } from './reading.ts'
import { parseExactly } from '../../src/exchange/json.ts'
import { scim } from './requirements.ts'

const idsOf = (...users: readonly Own[]): string[] => users.map(({ id }) => id).sort()
const where = ({ id }: Own): string => `members[value eq "${id}"]`

// No path with a filter is shown: it may be refused, with no change. Told done, it has put in whom it names; what becomes of the others is only said of
// paths without one (B-SCM-19). RFC 7644 3.5.2.3 replaces those whom the filter meets; one who reads no filter leaves exactly the named ones.
check(
  scim.members,
  'replace-by-filter',
  {
    effects: true,
    brokenBy: ['scim-replace-by-filter-keeps-the-met', 'scim-replace-by-filter-only-removes'],
  },
  (context) =>
    withThree(context, async (a, b, c) => {
      const { id } = await createdGroup(context, [a, b])
      const patch = patchOf({ op: 'replace', path: where(b), value: memberValues(c) })
      const answer = await context.api.scim.groups.patch(id, patch)
      const members = membersOf(await readGroup(context, id))
      must.noServerError(answer)
      if (answer.status >= 300) return must.equal('the members', members, idsOf(a, b))
      must.include('the members, the new one', members, [c.id])
      must.equal('members who are neither the new one nor out of the reach of the filter', beside(members, a, c), [])
    }),
)

// RFC 7644 3.5.2.1 replaces what is there, or adds: whether the one whom the filter meets stays is open, the other one stays.
check(
  scim.members,
  'add-by-filter',
  { effects: true, brokenBy: ['scim-add-by-filter-drops-the-others', 'scim-add-by-filter-ignored'] },
  (context) =>
    withThree(context, async (a, b, c) => {
      const { id } = await createdGroup(context, [a, b])
      const patch = patchOf({ op: 'add', path: where(b), value: memberValues(c) })
      const answer = await context.api.scim.groups.patch(id, patch)
      const members = membersOf(await readGroup(context, id))
      must.noServerError(answer)
      if (answer.status >= 300) return must.equal('the members', members, idsOf(a, b))
      must.include('the members, the one out of the reach of the filter and the new one', members, idsOf(a, c))
      must.equal('members whom nobody named', beside(members, a, b, c), [])
    }),
)

const beside = (members: readonly string[], ...users: readonly Own[]): string[] =>
  members.filter((id) => !users.some((one) => one.id === id))

observe(scim['answers-seen'], 'of-filters-in-paths', { needs: ['created-users'] }, async (context) => {
  const seen: string[] = []
  await withThree(context, async (a, b, c) => {
    const both = `members[value eq "${a.id}" or value eq "${b.id}"]`
    // Only with users of the run's own, named by their ids: no other filter is sure to meet nobody else.
    const asked = [
      ['a replace of two by one', [a, b], { op: 'replace', path: both, value: memberValues(c) }],
      ['a remove of two', [a, b, c], { op: 'remove', path: both }],
      ['a replace of a sub-attribute', [a, b], { op: 'replace', path: `${where(b)}.value`, value: c.shownId }],
      ['an add where the filter meets nobody', [a], { op: 'add', path: where(b), value: memberValues(c) }],
      ['a replace where the filter meets nobody', [a], { op: 'replace', path: where(b), value: memberValues(c) }],
      ['a remove where the filter meets nobody', [a], { op: 'remove', path: where(b) }],
    ] as const
    for (const [what, before, operation] of asked)
      await leavingNoGroups(context, async () => {
        const { id } = await createdGroup(context, before)
        const answer = await context.api.scim.groups.patch(id, patchOf(operation))
        const type = answer.status >= 400 ? attribute(parseExactly(answer.text), 'scimType') : undefined
        const left = membersOf(await readGroup(context, id))
        const names = [a, b, c].flatMap((one, at) => (left.includes(one.id) ? ['abc'.charAt(at)] : []))
        const told = `status ${answer.status}${/^[a-z]{1,20}$/i.test(String(type ?? '')) ? ` ${String(type)}` : ''}`
        seen.push(`${what}: ${told}, members ${names.join(' and ') || 'none'}`)
      })
  })
  return `${seen.join('; ')} (RFC 7644 3.5.2.3 replaces all whom a filter meets, and has 400 noTarget where it meets nobody)`
})
