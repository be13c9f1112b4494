import { isDeepStrictEqual } from 'node:util'
import { check, must } from '../../../src/kit/index.ts'
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
      const answer = await context.api.data.list(leafResource, { query })
      must.success(answer)
      return answer.records().map((dto) => String(dto['externalId'] ?? ''))
    }
    const pages = [await at(1), await at(2)] as const
    // What others write meanwhile moves records from page to page: only what stays so is judged.
    if (!isDeepStrictEqual([await at(1), await at(2)], pages)) return
    const onBoth = pages[0].filter((externalId) => externalId !== '' && pages[1].includes(externalId))
    must.equal('external ids that stand on two pages of a list without query', onBoth, [])
  },
)
