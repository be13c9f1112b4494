import { check, must } from '../../../src/kit/index.ts'
import { data } from './requirements.ts'
import { call, mustShow, read, refOf, routes, stored, words } from '../steps.ts'

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
