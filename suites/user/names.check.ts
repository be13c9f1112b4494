import { check, isObjection, must } from '../../src/kit/index.ts'
import { listedIds, mustFindByName } from './found-by-name.ts'
import { foundIn, withUser } from './people.ts'
import { user } from './requirements.ts'

check(
  user['list-parameters'],
  'name-in-other-letters-than-ascii',
  {
    effects: true,
    brokenBy: ['user-name-filter-ascii', 'user-list-name-as-latin-1', 'user-name-filter-without-accents'],
  },
  async (context) => {
    await withUser(context, async ({ id, body }) => {
      const plain = context.fresh.externalId()
      const name = `${plain}Ö`
      const put = await context.api.user.replace(id, { ...body, name })
      // Which letters a user name may have is not said.
      if (put.status >= 300) return must.refused4xx(put)
      const found = await mustFindByName(context, name.toLowerCase(), name, id)
      must.equal('its name in the list', found.find((one) => String(one['id']) === id)?.['name'], name)
      const without = listedIds(foundIn(await context.api.user.list({ name: `${plain}O` })))
      must.lack('user of the name among those of it without its dots', without, id)
    })
  },
)

check(
  user['list-parameters'],
  'name-with-blanks-and-signs',
  { effects: true, brokenBy: ['user-name-filter-up-to-a-blank', 'user-name-filter-between-apostrophes'] },
  async (context) => {
    await withUser(context, async ({ id, body }) => {
      const part = context.fresh.externalId()
      for (const more of [" O'Neill & Sohn", ' Neill']) {
        const name = `${part}${more}`
        const put = await context.api.user.replace(id, { ...body, name })
        // Which signs a user name may have is not said.
        if (isObjection(put)) continue
        must.success(put)
        await mustFindByName(context, name, name, id)
        await mustFindByName(context, name.toUpperCase(), name, id)
        must.lack(
          'user of the name among those of its first word',
          listedIds(foundIn(await context.api.user.list({ name: part }))),
          id,
        )
        return
      }
    })
  },
)
