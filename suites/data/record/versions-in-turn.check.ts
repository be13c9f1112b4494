import { check, must, rely, Unexercised } from '../../../src/kit/index.ts'
import type { Dto } from '../../../src/clients/answer.ts'
import { keyOf } from '../../../src/kit/index.ts'
import { elementOf, looks, waysOf } from '../expansion/steps.ts'
import { mustBeSearched } from '../list/ladder.ts'
import { mustHaveOlder } from '../offered.ts'
import { call, stored, succeeded } from '../steps.ts'
import { data } from './requirements.ts'

/** That an older version lacks a field is not stated: that the newer one has it is, whichever was asked for first. */
check(
  data['dtos-selects'],
  'the-newer-after-the-older',
  {
    needs: ['query-language'],
    brokenBy: ['version-first-asked-for-kept-until-a-change', 'version-first-listed-kept-until-a-change'],
    effects: true,
  },
  async (context) => {
    mustHaveOlder(context)
    const record = await stored(context)
    const names = ['externalId', 'lastChangedBy'].filter((name) => (record.dto[name] ?? null) !== null)
    if (names.length === 0) throw new Unexercised('the newer version shows neither externalId nor lastChangedBy')
    await mustBeSearched(context, [record])
    let judged = 0
    for (const look of waysOf(context)) {
      // What a service keeps of its answers ends with a change.
      await rely(data['partial-update'], async () =>
        must.success(await context.api.data.patch(call, record.id, { subject: context.fresh.text() }, { force: true })),
      )
      const older = await looks[look](context.api, record, { dtos: 'older' })
      // A version without external ids may know none to find a record by.
      if (!succeeded(older) || !elementOf(older, record)) continue
      judged += 1
      const answer = await looks[look](context.api, record, {})
      must.success(answer)
      const dto = elementOf(answer, record)?.[keyOf(call)] as Dto | undefined
      must.equal(
        `what the newer version does not show ${look.replaceAll('-', ' ')}, once the older one was read`,
        names.filter((name) => (dto?.[name] ?? null) === null),
        [],
      )
    }
    if (judged === 0) throw new Unexercised('no record is read in the older version')
  },
)
