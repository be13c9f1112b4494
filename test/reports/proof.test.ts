import { expect, test } from 'vitest'
import { renderProof } from '../../reports/html/proof.ts'
import { attribute, elementsOf, textIn } from '../support/page-elements.ts'
import { evil, proof } from './fixtures/proof.ts'

const rowsOf = (html: string) =>
  new Map(
    elementsOf(html)
      .filter((element) => attribute(element, 'class') === 'statement')
      .map((element) => [attribute(element, 'id'), { is: attribute(element, 'data-is'), text: textIn(element) }]),
  )

test('each statement stands with its checks, its faults with what caught them, its lawful servers and its mutants', () => {
  const rows = rowsOf(renderProof(proof))
  expect(Object.fromEntries([...rows].map(([id, { is }]) => [id, is]))).toEqual({
    'A-COM-01': 'wrong',
    'A-COM-02': 'observed',
    'A-COM-03': 'untested',
  })
  const { text = '' } = rows.get('A-COM-01') ?? {}
  for (const said of ['company/listed/all', 'one-is-lost: One is lost', 'other-order: Another order', 'GET /company x'])
    expect(text).toContain(said)
  expect(text).toContain(evil)
  expect(rows.get('A-COM-03')?.text).toContain('no request shows it')
})

test('opens with what does not hold, and with nothing of the kind where all holds', () => {
  expect(renderProof(proof)).toContain('1 problem: not every check is proven')
  expect(renderProof(proof)).toContain('fault names-are-lost (A-COM-01) survived')
  const faults = proof.faults.slice(0, 1)
  const proven = renderProof({ ...proof, faults, wrong: [] })
  expect(proven).toContain('Every check is proven')
  expect(proven).not.toContain('id="problems"')
  expect(rowsOf(proven).get('A-COM-01')?.is).toBe('proven')
})

test('a proof of chosen checks shows their statements only', () => {
  expect([...rowsOf(renderProof({ ...proof, whole: false })).keys()]).toEqual(['A-COM-01', 'A-COM-02'])
})

test('each id is there once, every link leads somewhere, no script but the own one', () => {
  const elements = elementsOf(renderProof(proof))
  const ids = elements.flatMap((element) => attribute(element, 'id') ?? [])
  expect(new Set(ids).size).toBe(ids.length)
  const links = elements.flatMap((element) => attribute(element, 'href') ?? [])
  expect(links.filter((link) => !ids.includes(link.slice(1)))).toEqual([])
  expect(elements.filter(({ tagName }) => tagName === 'script')).toHaveLength(1)
})
