import { isDeepStrictEqual } from 'node:util'
import { check, ifRead, must, plainId, Unexercised } from '../../../src/kit/index.ts'
import { elementOf, withReference } from '../expansion/steps.ts'
import { leafResource, leavesOf } from './leaves.ts'
import { shaping } from './requirements.ts'

check(
  shaping['pages-partition'],
  'of-a-list-without-query',
  { brokenBy: ['page-of-a-plain-list-ignored'], effects: true },
  async (context) => {
    await leavesOf(context)
    const at = async (page: number): Promise<readonly string[]> => {
      const query = { orderBy: 'externalId asc', pageSize: '5', page: String(page) }
      const answer = await context.api.data.list(leafResource(context), { query })
      must.success(answer)
      return answer.records().map((dto) => plainId(String(dto['id'] ?? '')))
    }
    const pages = [await at(1), await at(2)] as const
    // What others write meanwhile moves records from page to page: only what stays so is judged.
    if (!isDeepStrictEqual([await at(1), await at(2)], pages))
      throw new Unexercised('others changed what the list shows meanwhile')
    must.some('record on the first page of a list without query', pages[0])
    const onBoth = pages[0].filter((id) => id !== '' && pages[1].includes(id))
    must.equal('ids that stand on two pages of a list without query', onBoth, [])
  },
)

/** On a large system the record may stand on none of these. */
const pagings: readonly Readonly<Record<string, string>>[] = [
  { orderBy: 'lastChanged desc', pageSize: '50' },
  {},
  { pageSize: '1000' },
]

check(
  shaping['external-ids-of-references'],
  'in-a-list-without-query',
  { needs: ['reference'], brokenBy: ['external-ids-left-out-of-plain-lists'], effects: true },
  async (context) => {
    const { parent, related } = await withReference(context)
    const [partner] = related
    for (const paging of pagings) {
      const list = (query: Readonly<Record<string, string>>) =>
        context.api.data.list(parent.resource, { query: { ...paging, ...query } })
      const plain = await ifRead(list({}))
      if (!partner || !plain || !elementOf(plain, parent)) continue
      const answer = await list({ useExternalIds: 'true' })
      must.success(answer)
      // What others create meanwhile may push it off the page.
      if (!elementOf(answer, parent)) continue
      return must.contain('the external id of a referenced record', answer.json, partner.externalId)
    }
    throw new Unexercised(`no page of a list without query shows the ${parent.resource} that was just created`)
  },
)
