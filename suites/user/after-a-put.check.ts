import { momentOf } from '../../src/exchange/moment.ts'
import { check, must, isObjection } from '../../src/kit/index.ts'
import { listedIds } from './found-by-name.ts'
import {
  companiesOf,
  createdUser,
  fieldsOf,
  foundIn,
  listedWith,
  sentId,
  twoGroups,
  userIn,
  usersIn,
  withUser,
} from './people.ts'
import { readUser } from './reading.ts'
import { unlessFull } from './full.ts'
import { listedPage } from './paging.ts'
import { user } from './requirements.ts'
import { twoCompanies } from './two-companies.ts'

check(
  user['group-for-companies'],
  'account-put-after-joining-a-second-company',
  {
    effects: true,
    needs: ['many-users', 'second-company'],
    brokenBy: ['user-put-groups-companies-of-the-creation-only'],
  },
  async (context) => {
    const [one, other] = await twoCompanies(context)
    const [group, another] = await twoGroups(context)
    const { id, sent: body } = await createdUser(context, { companyGroupId: group }, one.name)
    // Whether a POST takes a user who exists into another company is open (B-USR-31): the PUT is for those that it shows.
    for (const query of [{ company: other.name }, {}])
      must.noServerError(await unlessFull(context, await context.api.user.create(body, { query })))
    for (const companyGroupId of [another, group]) {
      must.success(await context.api.user.replace(id, { ...body, id: sentId(id), companyGroupId }))
      const groups = companiesOf(await readUser(context, id)).map(({ groupId }) => groupId)
      must.some('company of the user', groups)
      must.equal('groups of its companies after a PUT for the account', [...new Set(groups)], [companyGroupId])
    }
  },
)

check(
  user['list-parameters'],
  'active-after-a-put-without-it',
  {
    effects: true,
    brokenBy: ['user-active-filter-finds-those-of-null', 'user-active-filter-after-a-put-without-it'],
  },
  async (context) => {
    await withUser(context, async ({ id, email, body }) => {
      // What active is after it is open (B-USR-33), and so is whether null is shown.
      const answer = await context.api.user.replace(id, { ...body, active: undefined })
      if (isObjection(answer)) return
      must.success(answer)
      const { active } = await readUser(context, id)
      const isFound = async (asked: boolean): Promise<boolean> =>
        listedIds(foundIn(await context.api.user.list({ email, active: String(asked) }))).includes(id)
      // active is true if the user is active (B-USR-03): of null it is not said whether active=false finds it.
      if (active === null || active === false)
        must.hold('a user that active=true does not find', !(await isFound(true)), { active })
      if (typeof active === 'boolean')
        must.hold(`a user that active=${active} finds`, await isFound(active), { active })
      if (active === true) must.hold('a user that active=false does not find', !(await isFound(false)), { active })
    })
  },
)

check(
  user['user-form'],
  'moments-after-a-put',
  { effects: true, brokenBy: ['user-put-loses-created', 'user-list-shows-the-last-change-as-creation'] },
  async (context) => {
    await withUser(context, async ({ id, body }) => {
      must.success(await context.api.user.replace(id, body))
      for (const dto of [await readUser(context, id), ...(await listedWith(context, String(body['email'])))])
        for (const name of ['created', 'lastChanged'])
          must.hold(`a ${name} that is a moment`, !Number.isNaN(momentOf(dto[name])), dto[name])
    })
    // Users who are there for some time were created well before they were changed.
    for (const listed of usersIn(await listedPage(context, { Size: '3' }))) {
      const created = [listed['created'], userIn(await context.api.user.get(String(listed['id'])))?.['created']]
      // Which zone one without an offset is of is not said, and others may delete a user meanwhile.
      if (!created.every((one) => /(?:Z|[+-]\d\d(?::?\d\d)?)$/i.test(String(one)))) continue
      const [inList = 0, byId = 0] = created.map(momentOf)
      must.hold('the created of a user, by id and in the list the same', Math.abs(inList - byId) < 2000, created)
    }
  },
)

check(
  user['user-form'],
  'creation-of-a-user-that-is-updated-later',
  { effects: true, brokenBy: ['user-put-moves-created'] },
  async (context) => {
    await withUser(context, async ({ id, body }) => {
      const created = async () => String((await readUser(context, id))['created'])
      const before = await created()
      // A moment may be shown in whole seconds, and be rounded: more than two lie between the reads.
      await context.wait(2200)
      must.success(await context.api.user.replace(id, { ...body, lastName: context.fresh.text() }))
      const after = await created()
      const isMoved = Math.abs(momentOf(after) - momentOf(before)) > 1500
      must.hold('created after a PUT as before it', !isMoved, `${before}, then ${after}`)
    })
  },
)

check(
  user['written-is-read'],
  'texts-of-a-put-that-are-a-nought',
  { effects: true, brokenBy: ['user-put-text-of-a-nought-cleared', 'user-digits-as-number'] },
  async (context) => {
    await withUser(context, async ({ id, body }) => {
      for (const name of ['phone', 'lastName']) {
        const answer = await context.api.user.replace(id, { ...body, [name]: '0' })
        // Which texts are acceptable is not said.
        if (isObjection(answer)) continue
        must.success(answer)
        must.equal(name, (await readUser(context, id))[name], '0')
      }
    })
  },
)

const wide = '𠮷田 🔧'

check(
  user['written-is-read'],
  'long-and-wide-names-of-a-put',
  { effects: true, brokenBy: ['user-put-names-cut-at-fifty', 'user-put-wide-signs-as-question-marks'] },
  async (context) => {
    await withUser(context, async ({ id, email, body }) => {
      const texts = () => [context.fresh.externalId().padEnd(120, ' und zu der Heide').trim(), wide]
      for (const at of [0, 1]) {
        const named = Object.fromEntries(['firstName', 'lastName', 'name'].map((name) => [name, texts()[at]]))
        const all = await context.api.user.replace(id, { ...body, ...named })
        // Which values are acceptable is not said: those that are refused beside each other may be taken alone, and none is kept changed.
        const turns = all.status < 300 ? [named] : Object.entries(named).map(([name, text]) => ({ [name]: text }))
        for (const turn of turns) {
          const answer = turn === named ? all : await context.api.user.replace(id, { ...body, ...turn })
          if (isObjection(answer)) continue
          must.success(answer)
          const names = Object.keys(turn)
          must.equal('the names as read by id', fieldsOf(await readUser(context, id), names), turn)
          const [listed] = await listedWith(context, email)
          if (listed) must.equal('the names in the list', fieldsOf(listed, names), turn)
        }
      }
    })
  },
)
