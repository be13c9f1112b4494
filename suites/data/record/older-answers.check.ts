import { check, must, Unexercised } from '../../../src/kit/index.ts'
import { mustHaveOlder } from '../offered.ts'
import { call, read, refOf, routes, shown, stored, succeeded, whole, words, type Stored } from '../steps.ts'
import { data } from './requirements.ts'

const older = { dtos: 'older' } as const
const isShown = (dto: Stored['dto'] | undefined, name: string): boolean => (dto?.[name] ?? null) !== null

for (const route of routes)
  check(
    data['dtos-selects'],
    `in-the-answers-to-updates-${route}`,
    {
      needs: ['older-dto', 'sync-base-10'],
      brokenBy: [`updates-${route}-answered-in-the-newest-version`],
      effects: true,
    },
    async (context) => {
      mustHaveOlder(context)
      let judged = 0
      for (const method of ['put', 'patch'] as const) {
        const record = await stored(context)
        const control = await read(context.api, record.id, call, older)
        must.sameId('the id in the older version', control?.['id'], record.id)
        const lacking = ['externalId', 'lastChangedBy'].filter(
          (name) => isShown(record.dto, name) && !isShown(control, name),
        )
        if (lacking.length === 0) throw new Unexercised('the older version shows all that the newer one does')
        // An older version may have no externalId, which a PUT then does not send.
        const names = isShown(control, 'externalId') ? { externalId: record.externalId } : {}
        const { externalId: _, ...body } = whole(context)
        const answer = await context.api.data[method](
          call,
          refOf(record, route),
          { ...body, ...names },
          { ...older, force: true },
        )
        // Whether an older version can be written is not stated.
        if (!succeeded(answer)) must.refused4xx(answer)
        else {
          judged += 1
          must.equal(
            `what the answer to a ${method.toUpperCase()} ${words(route)} in the older version shows that a read of it does not`,
            lacking.filter((name) => isShown(shown(answer), name)),
            [],
          )
        }
      }
      if (judged === 0) throw new Unexercised('the older version cannot be written')
    },
  )
