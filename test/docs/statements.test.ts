import { expect, test } from 'vitest'
import { catalogued, documented } from '../../scripts/document-statements.mjs'
import { loadCatalogue } from '../../src/judging/catalogue.ts'
import { derivedChecks } from '../../src/judging/derived.ts'
import { explained } from '../../src/judging/explained.ts'
import { statements } from '../../src/verdict/statements.ts'
import { read } from '../architecture/tree.ts'

const page = read('docs/statements.md')

test('docs/statements.md is what scripts/document-statements.mjs writes: run it after a change to requirements or checks', async () => {
  expect(page.split('\n')).toEqual(
    documented(await catalogued({ loadCatalogue, derivedChecks, explained })).split('\n'),
  )
})

test('each statement has its place, and each that is untested says why', () => {
  const headings = [...page.matchAll(/^### (\S+)$/gm)].map(([, id]) => id)
  expect(headings).toEqual(statements.map(({ id }) => id))
  const untested = [...page.matchAll(/^- \[([AB]-[A-Z]{3}-\d\d)\]\(#\S+\) \(\w+\): (\S.+)$/gm)]
  expect(untested.length).toBeGreaterThan(10)
})
