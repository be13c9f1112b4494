import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createLedger, openIn, readLedger, readPasswords } from '../../src/target/ledger.ts'
import { ownership } from '../../src/target/ownership.ts'
import type { RoutedWrite } from '../../src/target/write-route.ts'
import type { WireResponse } from '../../src/exchange/exchange.ts'

const folder = mkdtempSync(join(tmpdir(), 'fieldproof-ledger-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const one = '0'.repeat(31) + '1'
const two = '0'.repeat(31) + '2'

const write = (kind: RoutedWrite['kind'], more: Partial<RoutedWrite> = {}): RoutedWrite => ({
  kind,
  resource: 'ServiceCall',
  touches: [],
  at: 'http://h',
  query: { account: 'a', company: 'c', dtos: 'ServiceCall.27', access_token: 'a-token' },
  ...more,
})
const answered = (status: number, body = '', headers: WireResponse['headers'] = []): WireResponse => ({
  status,
  statusText: '',
  headers,
  body: Buffer.from(body),
})
const opened = () => {
  const file = join(folder, `deep/${++files}.jsonl`)
  const owned = ownership('fabcd')
  const ledger = createLedger(owned, file)
  return {
    file,
    owned,
    ledger,
    names: () => ledger.unfinished().map(({ id, externalId, trace }) => id ?? externalId ?? `by ${trace}`),
  }
}

describe('the ledger', () => {
  test('holds the intent on disk before any outcome, without a secret', () => {
    const { file, ledger } = opened()
    ledger.intend('t-1', write('create', { externalId: 'fabcd-1' }))
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('fabcd-1')
    expect(text).not.toContain('a-token')
    expect(readLedger(file)).toMatchObject([
      {
        trace: 't-1',
        resource: 'ServiceCall',
        externalId: 'fabcd-1',
        query: { account: 'a', company: 'c', dtos: 'ServiceCall.27' },
      },
    ])
  })

  test('forgets what was never sent, and nothing that an earlier request of the same name made', () => {
    const { ledger, names } = opened()
    ledger.intend('t-1', write('create', { externalId: 'fabcd-1' }))
    ledger.outcome('t-1', write('create', { externalId: 'fabcd-1' }), answered(500))
    ledger.intend('t-2', write('update', { externalId: 'fabcd-1' }))
    ledger.unsent('t-2', write('update', { externalId: 'fabcd-1' }))
    ledger.intend('t-3', write('create'))
    ledger.unsent('t-3', write('create'))
    const bulk = write('create', {
      bulk: { elements: [{ externalId: 'fabcd-3' }, { externalId: 'fabcd-4' }] } as never,
    })
    ledger.intend('t-4', bulk)
    ledger.unsent('t-4', bulk)
    expect(names()).toEqual(['fabcd-1'])
    ledger.intend('t-5', write('password', { passwords: ['next'] }))
    ledger.unsent('t-5', write('password', { passwords: ['next'] }))
    expect(ledger.passwords()).toMatchObject([{ changed: false }])
  })

  test('lists what was created last first, by whatever name it has', () => {
    const { ledger, names } = opened()
    ledger.intend('t-1', write('create', { id: one }))
    ledger.intend('t-2', write('update', { externalId: 'fabcd-2' }))
    ledger.intend('t-3', write('update', { id: two }))
    expect(names()).toEqual([two, 'fabcd-2', one])
  })

  test('holds each element of a bulk write, and closes none by a bulk delete', () => {
    const { ledger, names } = opened()
    const bulk = {
      elements: [{ id: one }, { id: two, externalId: 'fabcd-2' }],
      ids: [one, two],
      externalIds: ['fabcd-2'],
    }
    ledger.intend('t-1', write('update', { bulk }))
    ledger.outcome('t-1', write('update', { bulk }), answered(200, '[]'))
    ledger.intend('t-2', write('delete', { bulk }))
    ledger.outcome('t-2', write('delete', { bulk }), answered(200, '[{"status":200},{"status":409}]'))
    expect(names()).toEqual([two, one])
  })

  test.each([
    ['the record that comes back', answered(201, JSON.stringify({ data: [{ serviceCall: { id: one } }] }))],
    [
      'the Location, where the body is empty',
      answered(201, '', [['location', `http://h/api/data/v4/ServiceCall/${one}?dtos=x`]]),
    ],
    [
      'a Location with a dashed id',
      answered(201, 'created', [['Location', '/ServiceCall/00000000-0000-0000-0000-000000000001/']]),
    ],
  ])('learns the id of a nameless create from %s', (_, response) => {
    const { ledger, names, owned } = opened()
    ledger.intend('t-1', write('create'))
    expect(names()).toEqual(['by t-1'])
    ledger.outcome('t-1', write('create'), response)
    expect(names().map((name) => name.replaceAll('-', ''))).toEqual([one])
    expect(owned.owns(one)).toBe(true)
  })

  test('keeps a nameless create whose id nobody told, and lets go of one that was refused', () => {
    const { ledger, names } = opened()
    for (const trace of ['t-1', 't-2', 't-3']) ledger.intend(trace, write('create'))
    ledger.outcome('t-2', write('create'), answered(201))
    ledger.outcome('t-3', write('create'), answered(400))
    expect(names()).toEqual(['by t-2', 'by t-1'])
  })

  test('a refused create with a name stays listed: it may have been stored all the same', () => {
    const { ledger, names } = opened()
    ledger.intend('t-1', write('create', { id: one }))
    ledger.outcome('t-1', write('create', { id: one }), answered(400))
    expect(names()).toEqual([one])
  })

  test('only a delete that claims success closes an entry', () => {
    const { ledger, names } = opened()
    ledger.intend('t-1', write('create', { id: one }))
    ledger.intend('t-2', write('delete', { id: one }))
    ledger.outcome('t-2', write('delete', { id: one }), answered(409))
    expect(names()).toEqual([one])
    ledger.intend('t-3', write('delete', { id: one }))
    ledger.outcome('t-3', write('delete', { id: one }), answered(200))
    expect(names()).toEqual([])
  })

  test('holds each spelling of an id, which may be another record, where the first of them was written', () => {
    const { ledger } = opened()
    const [id, dashed] = ['ABCDEF00000000000000000000000001', 'ABCDEF00-0000-0000-0000-000000000001']
    const spellings = [id, id.toLowerCase(), dashed, dashed.toLowerCase()]
    for (const [at, name] of spellings.entries()) {
      const written = write(at === 3 ? 'update' : 'create', {
        id: name,
        query: at === 3 ? {} : { dtos: 'ServiceCall.27' },
      })
      ledger.intend(`t-${at}`, written)
      ledger.outcome(`t-${at}`, written, answered(201, JSON.stringify({ data: [{ serviceCall: { id: name } }] })))
    }
    expect(ledger.unfinished().map((left) => left.id)).toEqual(spellings.toReversed())
    expect(new Set(ledger.unfinished().map(({ query }) => query['dtos']))).toEqual(new Set(['ServiceCall.27']))
    // A server may answer the deletion of nothing as any other.
    ledger.intend('t-5', write('delete', { id: dashed }))
    ledger.outcome('t-5', write('delete', { id: dashed }), answered(204))
    expect(ledger.unfinished().map((left) => left.id)).toEqual(spellings.filter((name) => name !== dashed).toReversed())
  })

  test('holds one record that an answer shows in another spelling than was sent', () => {
    const { ledger, names } = opened()
    const dashed = '00000000-0000-0000-0000-000000000001'
    ledger.intend('t-1', write('create', { id: one }))
    const shown = answered(201, JSON.stringify({ data: [{ serviceCall: { id: dashed } }] }))
    ledger.outcome('t-1', write('create', { id: one }), shown)
    expect(names()).toEqual([dashed])
  })

  test('passwords are noted sealed, or not at all', () => {
    const [plain, sealed] = [join(folder, 'plain.jsonl'), join(folder, 'sealed.jsonl')]
    for (const [where, seal] of [[plain], [sealed, (text: string) => [...text].reverse().join('')]] as const) {
      const ledger = createLedger(ownership('fabcd'), where, seal)
      ledger.intend('t-1', write('password', { touches: ['acme/trial'], passwords: ['S3cret'] }))
      ledger.outcome('t-1', write('password', { passwords: ['S3cret'] }), answered(200))
      expect(ledger.passwords()).toEqual([{ trace: 't-1', password: 'S3cret', changed: true }])
      expect(readFileSync(where, 'utf8')).not.toContain('S3cret')
    }
    expect(readPasswords(plain, (text) => text)).toEqual([])
    expect(readPasswords(sealed, () => 'opened')).toEqual([{ trace: 't-1', password: 'opened', changed: true }])
    expect(openIn(sealed)).toEqual({ objects: [], passwords: 1 })
  })

  test('a line torn by a kill is passed over, all before it counts', () => {
    const { file, ledger } = opened()
    ledger.intend('t-1', write('create', { id: one }))
    appendFileSync(file, '{"intent":{"trace":"t-2","kind":"cre')
    expect(readLedger(file).map(({ id }) => id)).toEqual([one])
  })

  test('an empty ledger lists nothing', () => {
    const file = join(folder, 'empty.jsonl')
    writeFileSync(file, '')
    expect(readLedger(file)).toEqual([])
  })

  test('an update that names another company moves no record there, though it is answered as if it were done', () => {
    const { ledger } = opened()
    const tree = (kind: RoutedWrite['kind'], company: string) =>
      write(kind, { query: { account: 'a', company }, parts: [{ resource: 'ServiceCall' }] })
    ledger.intend('t-1', tree('create', 'c'))
    ledger.outcome('t-1', tree('create', 'c'), answered(200, JSON.stringify({ id: { uuid: one } })))
    ledger.intend('t-2', tree('update', 'other'))
    ledger.outcome('t-2', tree('update', 'other'), answered(200, JSON.stringify({ id: { uuid: one } })))
    expect(ledger.unfinished()).toMatchObject([{ id: one, query: { company: 'c' } }])
  })

  test('a record whose creation was refused in one company, and done in another, is looked for there', () => {
    const { ledger } = opened()
    const tree = (company: string) =>
      write('create', { query: { account: 'a', company }, parts: [{ resource: 'ServiceCall' }] })
    ledger.intend('t-1', write('create', { id: one }))
    ledger.outcome('t-1', write('create', { id: one }), answered(400))
    ledger.intend('t-2', tree('other'))
    ledger.outcome('t-2', tree('other'), answered(200, JSON.stringify({ id: { uuid: one } })))
    expect(ledger.unfinished()).toMatchObject([{ id: one, query: { company: 'other' } }])
  })

  test('a service call that an answer showed was not refused, though a change of it was', () => {
    const { ledger } = opened()
    const tree = (kind: RoutedWrite['kind'], id?: string) =>
      write(kind, { parts: [{ resource: 'ServiceCall', ...(id ? { id } : {}) }] })
    ledger.intend('t-1', tree('create'))
    ledger.outcome('t-1', tree('create'), answered(200, JSON.stringify({ id: { uuid: one } })))
    ledger.intend('t-2', tree('update', one))
    ledger.outcome('t-2', tree('update', one), answered(400))
    expect(ledger.unfinished()).toMatchObject([{ id: one }])
    expect(ledger.unfinished()[0]).not.toHaveProperty('refused')
  })

  test('an element of a bulk answer that was refused is no record, one that was done is', () => {
    const { ledger, names } = opened()
    const bulk = write('update', { parts: [{ resource: 'ServiceCall' }, { resource: 'ServiceCall' }] })
    const result = (status: number, id: string) => ({ status, resource: { id } })
    ledger.intend('t-1', bulk)
    ledger.outcome('t-1', bulk, answered(200, JSON.stringify({ results: [result(404, one), result(403, two)] })))
    expect(names()).toEqual([])
    ledger.intend('t-2', bulk)
    ledger.outcome('t-2', bulk, answered(200, JSON.stringify({ results: [result(404, one), result(200, two)] })))
    expect(names()).toEqual([two])
  })
})
