import { check, must } from '../../../src/kit/index.ts'
import { data } from './requirements.ts'
import { call, mustBeAsBefore, mustShow, read, refOf, routes, stored, whole, words } from '../steps.ts'

const force = { force: true } as const

check(
  data['partial-update'],
  'names-with-an-escape',
  { brokenBy: ['escaped-member-names-overlooked'], effects: true },
  async (context) => {
    const before = await stored(context)
    for (const route of routes) {
      const subject = context.fresh.text()
      // In JSON both spellings are one name.
      const body = JSON.stringify({ subject }).replace('subject', String.raw`sub\u006aect`)
      must.status(await context.api.data.patch(call, refOf(before, route), body, force), 201)
      mustShow(`the record after a PATCH ${words(route)}`, await read(context.api, before.id), { subject })
    }
  },
)

check(
  data['post-changes-nothing'],
  'with-a-stored-id-in-another-spelling',
  { brokenBy: ['post-overwrites-an-id-in-another-spelling', 'data-post-overwrites'], effects: true },
  async (context) => {
    const id = context.fresh.id()
    const before = await stored(context, { id })
    const dashed = id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    // Whether these are the same id or others is not stated: either way the record is none that they update.
    for (const other of [id.toLowerCase(), dashed, dashed.toLowerCase()]) {
      await context.api.data.create(call, whole(context, { id: other }))
      await mustBeAsBefore(context.api, before)
    }
  },
)
