import { check, holds, must, rely } from '../../../src/kit/index.ts'
import { elementOf, search } from '../expansion/steps.ts'
import { data } from '../record/requirements.ts'
import { stored } from '../steps.ts'
import { mustBeSearched } from './ladder.ts'
import { shaping } from './requirements.ts'

check(
  shaping['external-ids-of-references'],
  'of-one-record-referred-to-twice',
  { needs: ['reference'], effects: true, brokenBy: ['external-ids-at-the-first-mention-only'] },
  async (context) => {
    const { resource, field, to } = context.target.fixtures.reference!
    const referred = await stored(context, {}, to)
    const records = [
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
  },
)
