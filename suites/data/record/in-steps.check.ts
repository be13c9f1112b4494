import { momentOf } from '../../../src/exchange/moment.ts'
import { check, keyOf, must, rely, settle } from '../../../src/kit/index.ts'
import { isComputed } from '../computed.ts'
import { mustBeSearched } from '../list/ladder.ts'
import { lockRefusalMismatch } from '../model/lock.ts'
import { call, changed, mustBeAsBefore, textField, read, refOf, routes, stored, succeeded, whole } from '../steps.ts'
import { otherUser } from '../other-user.ts'
import { pairOf, related } from './related.ts'
import { data } from './requirements.ts'

const force = { force: true } as const

for (const route of routes)
  check(
    data['stale-lock-refused'],
    `deletion-${route}-with-the-value-of-a-list`,
    {
      needs: ['query-language'],
      brokenBy: [
        route === 'by-external-id'
          ? 'deletion-by-external-id-passes-with-the-version-of-the-list'
          : 'lock-ignored-on-delete',
      ],
      effects: true,
    },
    async (context) => {
      const made = await stored(context)
      const [listed] = (await mustBeSearched(context, [made])).records(keyOf(call))
      const now = await changed(context, made)
      const answer = await context.api.data.remove(call, refOf(now, route), Number(listed?.['lastChanged']))
      settle(lockRefusalMismatch(answer, now.lastChanged))
      await mustBeAsBefore(context.api, now)
    },
  )

check(
  data['force-update'],
  'of-one-request-that-was-refused',
  { needs: ['reference'], brokenBy: ['force-left-by-a-refused-update'], effects: true },
  async (context) => {
    const { pair, referrer } = await related(context)
    const dangling = { [pair.field]: context.fresh.id() }
    const refused = await context.api.data.patch(pair.resource, referrer.id, dangling, force)
    await rely(data['missing-reference-refused'], async () => must.refused4xx(refused))
    const stale = await context.api.data.patch(pair.resource, referrer.id, {
      [pair.field]: null,
      lastChanged: referrer.lastChanged - 5000,
    })
    // Whether the reference can be removed is not stated, nor which of two reasons is told.
    must.refused4xx(stale)
    await mustBeAsBefore(context.api, referrer, [pair.field])
  },
)

check(
  data['null-removes'],
  'each-date-by-external-id',
  { brokenBy: ['due-date-kept-by-external-id'], effects: true },
  async (context) => {
    for (const field of ['startDateTime', 'endDateTime', 'dueDateTime', 'orderDateTime']) {
      const body = whole(context, { id: context.fresh.id(), [field]: '2031-03-03T09:15:00Z' })
      // Which dates a record may have without others is not stated.
      if (!succeeded(await context.api.data.create(call, body))) continue
      const before = (await read(context.api, String(body['id'])))?.[field] ?? null
      const ref = { externalId: String(body['externalId']) }
      const answer = await context.api.data.patch(call, ref, { [field]: null }, force)
      if (!succeeded(answer)) must.refused4xx(answer)
      else if (before !== null)
        must.differ(`${field} after a PATCH with null`, (await read(context.api, ref))?.[field], before)
    }
    const { externalId } = await stored(context, { remarks: context.fresh.text() })
    must.status(await context.api.data.patch(call, { externalId }, { remarks: null }, force), 201)
  },
)

check(
  data['partial-update'],
  'end-of-a-call-over-the-change-of-clocks',
  { brokenBy: ['end-in-winter-moves-a-start-in-summer'], effects: true },
  async (context) => {
    const [start, end, later] = ['2031-10-20T08:00:00Z', '2031-10-20T10:00:00Z', '2031-11-05T10:00:00Z'] as const
    const record = await stored(context, { startDateTime: start, endDateTime: end })
    const answer = await context.api.data.patch(call, record.id, { endDateTime: later }, force)
    // How long an appointment may be is not stated.
    if (!succeeded(answer)) return must.refused4xx(answer)
    const shown = (dto: typeof record.dto | undefined, field: string) => momentOf(dto?.[field])
    const now = await read(context.api, record.id)
    const [began, begins] = [record.dto, now].map((dto) => shown(dto, 'startDateTime')) as [number, number]
    const moved = shown(now, 'endDateTime') - shown(record.dto, 'endDateTime')
    // Which fields a version has is not shown (A-REC-12).
    if (
      ['startDateTime', 'endDateTime'].some((name) => record.dto[name] === undefined || isComputed(context, call, name))
    )
      return
    // Where an appointment moves to as a whole is not stated: by an hour it does not.
    must.hold(
      `startDateTime as it was, or moved as far as the end (${moved} ms)`,
      begins === began || begins - began === moved,
      now?.['startDateTime'],
    )
  },
)

check(
  data['last-changed-by'],
  'of-the-user-of-a-patch-of-a-list',
  {
    needs: ['sync-base-10', 'other-user', 'list-reference'],
    brokenBy: ['lists-of-references-alone-keep-last-changed-by'],
    effects: true,
  },
  async (context) => {
    const { resource, field, to } = pairOf(context, 'listReference')
    const other = await otherUser(context)
    const [record, listed] = [await stored(context, {}, resource), await stored(context, {}, to)]
    const write = async (body: Readonly<Record<string, unknown>>) => {
      await rely(data['partial-update'], async () =>
        must.status(await other.data.patch(resource, record.id, body, force), 201),
      )
      return (await read(context.api, record.id, resource))?.['lastChangedBy']
    }
    const byList = await write({ [field]: [listed.id] })
    const byText = await write({ [textField(context, resource)]: context.fresh.text() })
    must.be('lastChangedBy', byText, 'a text')
    must.differ('lastChangedBy after a PATCH of another user', byText, record.dto['lastChangedBy'])
    must.equal('lastChangedBy after a PATCH of nothing but a list by that user', byList, byText)
  },
)
