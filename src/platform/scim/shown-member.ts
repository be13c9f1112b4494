import type { ScimCall } from './scim-call.ts'

/** A member of a group as the list of groups shows it, and as a filter sees it. */
export const shownMember = (member: number, { house, people, base }: ScimCall) => ({
  value: house.rules.scim.id(member),
  display: people.persons.get(member)?.name,
  $ref: `${base}/Users/${member}`,
})
