import { crowdRules } from '../rulebook/crowd.ts'

const { crowd } = crowdRules

/** Rules of a list of crowd technicians whose first page has the number 1. */
export const pagesFromOne: Pick<typeof crowd, 'pageBase' | 'listed'> = {
  pageBase: () => 1,
  listed: (figures) => ({ ...(crowd.listed(figures) as Readonly<Record<string, unknown>>), number: figures.page + 1 }),
}
