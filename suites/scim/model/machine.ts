import type { AsyncCommand } from 'fast-check'
import type { Context } from '../../../src/kit/index.ts'
import type { Machine } from '../../../src/kit/model.ts'
import { listedWith, withUser } from '../../user/people.ts'
import { attribute, emailsOf, shownIdOf } from '../reading.ts'
import { everyUser, withMembers, withScimUser, type Own } from '../people.ts'
import { newGroup, type Group } from './group.ts'
import {
  lookAtPeople,
  lookAtGroups,
  lookInList,
  shownByScim,
  shownByUser,
  type PeopleHands,
  type PeopleWorld,
} from './hands.ts'
import { everyCompany, grouped, newPerson, peopleWays, written, type Person, type ShownPerson } from './person.ts'
import { knownValues, putByScim, putByUser, putGroupByUser, type Left } from './puts.ts'
import { patchGroup, postGroup, putGroup, removeGroup, type PatchForm } from './steps.ts'

type Step = AsyncCommand<PeopleWorld, PeopleHands, false>

const step = (
  words: string,
  can: (world: PeopleWorld) => boolean,
  act: (hands: PeopleHands, world: PeopleWorld) => Promise<void>,
): Step => ({
  check: can,
  run: (world, hands) => act(hands, world),
  toString: () => words,
})

/** A step on one user, if the interface shows it. */
const onPerson = (
  words: string,
  index: number,
  way: 'user' | 'scim',
  act: (hands: PeopleHands, world: PeopleWorld, person: Person) => Promise<void>,
): Step =>
  step(
    `${words} of user ${index + 1}`,
    ({ people }) => people[index]?.ids[way] !== undefined,
    (hands, world) => act(hands, world, world.people[index] as Person),
  )

/** A step on one of the groups that are there: one that finds none would send nothing. */
const onGroup = (
  words: string,
  index: number,
  act: (hands: PeopleHands, world: PeopleWorld, group: Group) => Promise<void>,
): Step =>
  step(
    `${words} group ${index + 1}`,
    () => true,
    async (hands, world) => {
      const there = world.memberships.groups.filter(({ id }) => id !== undefined)
      const group = there[index % there.length]
      if (group) await act(hands, world, group)
    },
  )

/** A step on the second group, which comes and goes. */
const onSecond = (
  words: string,
  isThere: boolean,
  act: (hands: PeopleHands, world: PeopleWorld, group: Group) => Promise<void>,
): Step =>
  step(
    `${words} group 2`,
    ({ memberships: { groups } }) => (groups[1]?.id !== undefined) === isThere,
    (hands, world) => act(hands, world, world.memberships.groups[1] as Group),
  )

/** Where each interface has the users that the other made: looked up once, by their e-mails. */
const known = new WeakMap<Context['target'], Map<string, readonly [string, unknown] | undefined>>()

async function elsewhere(
  context: Context,
  email: string,
  find: () => Promise<readonly [string, unknown] | undefined>,
): Promise<readonly [string, unknown] | undefined> {
  const all = known.get(context.target) ?? new Map<string, readonly [string, unknown] | undefined>()
  known.set(context.target, all)
  if (!all.has(email)) all.set(email, await find())
  return all.get(email)
}

const inScim = (context: Context, email: string) =>
  elsewhere(context, email, async () => {
    const found = (await everyUser(context)).find((one) => emailsOf(one).includes(email))
    const id = shownIdOf(found)
    return id === undefined ? undefined : [id, attribute(found, 'id')]
  })

const inUserApi = (context: Context, email: string) =>
  elsewhere(context, email, async () => {
    const [found] = await listedWith(context, email)
    return found ? [String(found['id']), found['id']] : undefined
  })

const alone = (shown: ShownPerson): Readonly<Record<string, readonly unknown[]>> =>
  Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, [value]]))

/** By id first: what that shows, the list may not contradict. */
async function finish(hands: PeopleHands, world: PeopleWorld): Promise<void> {
  for (const person of world.people)
    for (const way of peopleWays)
      if (person.ids[way] !== undefined && person.unread.has(way)) await lookAtPeople(hands, person, way)
  for (const person of world.people) if (person.ids.user !== undefined) await lookInList(hands, person)
  await lookAtGroups(hands, world, world.memberships.groups)
}

/** Two users, one of each interface, written through both, and two groups that they and two others are members of. */
export const peopleMachine: Machine<PeopleWorld, PeopleHands> = {
  steps: 160,

  commands(fc) {
    const persons = fc.nat(1)
    const groups = fc.constantFrom(0, 0, 1)
    const places = fc.subarray([0, 1, 2, 3])
    const someone = fc.subarray([0, 1, 2, 3], { minLength: 1 })
    const active = fc.boolean()
    const left = fc.subarray<Left>(['firstName', 'lastName', 'phone', 'name'], { maxLength: 2 })
    const names = fc.subarray(['familyName', 'givenName'] as const)
    const another = fc.constantFrom(false, false, true)
    const puts = [
      fc
        .tuple(persons, fc.record({ left, active, isOtherEmail: another, isOtherGroup: another }))
        .map(([at, put]) =>
          onPerson(
            `put by user, active ${put.active}, ${put.isOtherEmail ? 'another e-mail, ' : ''}${put.isOtherGroup ? 'another group, ' : ''}without ${put.left.join(', ')}`,
            at,
            'user',
            (hands, world, person) => putByUser(hands, world, person, put),
          ),
        ),
      fc
        .tuple(persons, names, active, another)
        .map(([at, more, is, isOther]) =>
          onPerson(
            `put by scim, active ${is}, ${isOther ? 'another e-mail, ' : ''}with ${more.join(', ')}`,
            at,
            'scim',
            (hands, world, person) => putByScim(hands, world, person, more, is, isOther),
          ),
        ),
    ]
    const forms = fc.constantFrom<PatchForm>(
      'path',
      'path',
      'path',
      'path',
      'path',
      'in turn',
      'without path',
      'filter',
    )
    const patches = fc
      .tuple(groups, fc.constantFrom('add', 'remove', 'replace'), someone, forms)
      .map(([at, op, who, form]) =>
        onGroup(`${op} ${who.join(', ')} by ${form} in`, at, (...all) => patchGroup(...all, op, who, form)),
      )
    return [
      fc
        .tuple(persons, fc.constantFrom(...peopleWays))
        .map(([at, way]) => onPerson(`get by ${way}`, at, way, (hands, _, person) => lookAtPeople(hands, person, way))),
      persons.map((at) => onPerson('list', at, 'user', (hands, _, person) => lookInList(hands, person))),
      ...puts,
      // Twice: most of what goes wrong does so between writes.
      ...puts,
      fc
        .tuple(persons, active)
        .map(([at, isOther]) =>
          onPerson(
            `put by user for one company, ${isOther ? 'another' : 'the first'} group`,
            at,
            'user',
            async (hands, _, person) =>
              knownValues(person) ? putGroupByUser(hands, person, isOther) : lookAtPeople(hands, person, 'user'),
          ),
        ),
      // Twice, as the writes below: what a patch left is overwritten soon.
      groups.map((at) => onGroup('list', at, (hands, world, group) => lookAtGroups(hands, world, [group]))),
      groups.map((at) => onGroup('list', at, (hands, world, group) => lookAtGroups(hands, world, [group]))),
      places.map((who) => onSecond(`post with ${who.join(', ')}`, false, (...all) => postGroup(...all, who))),
      fc
        .tuple(groups, places)
        .map(([at, who]) => onGroup(`put ${who.join(', ')} into`, at, (...all) => putGroup(...all, who))),
      patches,
      patches,
      patches,
      fc.constant(onSecond('delete', true, (hands, _, group) => removeGroup(hands, group))),
    ]
  },

  around(context, trace, walk) {
    const hands = { context, trace }
    return withMembers(context, (...shared) =>
      withUser(context, (ofUser) =>
        withScimUser(context, async (ofScim) => {
          const [scimId, shownId] = (await inScim(context, ofUser.email)) ?? []
          const [userId] = (await inUserApi(context, ofScim.name)) ?? []
          const people = [
            newPerson('user', ofUser.email, { user: ofUser.id, ...(scimId === undefined ? {} : { scim: scimId }) }),
            newPerson('scim', ofScim.name, { scim: ofScim.id, ...(userId === undefined ? {} : { user: userId }) }),
          ] as const
          written(people[0], 'user', alone(shownByUser(ofUser.body)))
          grouped(people[0], everyCompany, ofUser.groupId)
          written(people[1], 'scim', alone(shownByScim(ofScim.body)))
          const lent: Own[] = scimId === undefined ? [] : [{ id: scimId, name: ofUser.email, body: {}, shownId }]
          const group = newGroup()
          const world: PeopleWorld = {
            people,
            members: [...lent, ofScim, ...shared],
            memberships: { groups: [group, newGroup()], inactive: new Set() },
          }
          await postGroup(hands, world, group, [0, 1])
          await walk({ model: world, real: hands })
          await finish(hands, world)
        }),
      ),
    )
  },
}
