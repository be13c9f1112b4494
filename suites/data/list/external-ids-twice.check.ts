import { check, eventually, holds, matchers, must, rely } from '../../../src/kit/index.ts'
import { elementOf, search } from '../expansion/steps.ts'
import { data } from '../record/requirements.ts'
import { stored, succeeded, storedIfTaken } from '../steps.ts'
import { mustBeSearched } from './ladder.ts'
import { shaping } from './requirements.ts'

check(
  shaping['external-ids-of-references'],
  'of-one-record-referred-to-twice',
  {
    needs: ['reference'],
    effects: true,
    brokenBy: ['external-ids-at-the-first-mention-only', 'external-ids-on-the-first-page-alone'],
  },
  async (context) => {
    const { resource, field, to } = context.target.fixtures.reference!
    const referred = await stored(context, {}, to)
    const records = [
      await stored(context, { [field]: referred.id }, resource),
      await stored(context, { [field]: referred.id }, resource),
      await stored(context, { [field]: referred.id }, resource),
    ]
    await mustBeSearched(context, records, resource)
    const answer = await search(context.api, records, { query: { useExternalIds: 'true' } })
    await rely(data['reference-ids'], async () => must.success(answer))
    const carrying = records.filter((record) => holds(elementOf(answer, record), referred.externalId))
    // Where in the answer an external id stands is not shown: it stands with each reference, or with none.
    if (carrying.length === 0)
      return must.contain('the external id of a referenced record', answer.json, referred.externalId)
    must.equal('records whose reference carries the external id', carrying.length, records.length)
    // Whether the first page is 0 or 1: three records have both of these.
    for (const page of ['1', '2']) {
      const paged = { useExternalIds: 'true', orderBy: 'externalId asc', pageSize: '1', page }
      const one = await search(context.api, records, { query: paged })
      must.success(one)
      must.contain(`the external id of the record referred to on page ${page}`, one.json, referred.externalId)
    }
  },
)

check(
  shaping['external-ids-of-references'],
  'of-a-record-that-got-one-since',
  { needs: ['reference'], effects: true, brokenBy: ['reference-listed-without-external-id-keeps-none'] },
  async (context) => {
    const { resource, field, to } = context.target.fixtures.reference!
    const referred = await storedIfTaken(context, { externalId: null }, to)
    if (!referred) return
    const record = await stored(context, { [field]: referred.id }, resource)
    await mustBeSearched(context, [record], resource)
    const ask = () => search(context.api, [record], { query: { useExternalIds: 'true' } })
    must.success(await ask())
    const externalId = context.fresh.externalId()
    const named = await context.api.data.patch(to, referred.id, { externalId }, { force: true })
    // Somebody else may have set one that stays.
    if (!succeeded(named)) return must.refused4xx(named)
    await eventually(context, ask, (answer) =>
      matchers.contain('the external id that the referenced record got since', answer.json, externalId),
    )
  },
)
