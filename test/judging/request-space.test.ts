import { describe, expect, test } from 'vitest'
import { requestSpace } from '../../src/judging/request-space.ts'
import { requestTable } from '../../src/judging/request-table.ts'
import { contractFacts } from '../../src/contract/index.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import { parseTarget } from '../../src/target/load.ts'
import type { Exchange } from '../../src/exchange/exchange.ts'

const target = parseTarget(createPlatform().targetFile('http://platform.test'), 'embedded')

const exchange = (method: string, path: string, headers: Array<[string, string]>, body?: string): Exchange => ({
  id: 'x-1',
  startedAt: 0,
  ms: 1,
  request: {
    method,
    url: `http://platform.test${path}`,
    headers,
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
  },
  response: { status: 200, statusText: 'OK', headers: [], body: Buffer.from('{}') },
})

function counted(...exchanges: readonly Exchange[]) {
  const space = requestSpace(contractFacts(target), target)
  for (const one of exchanges) space.see(one)
  return space.counts()
}

const partner = '/api/data/v4/BusinessPartner'

test('a request counts in each cell that it fills, once', () => {
  const query = 'dtos=BusinessPartner.25&account=acme&user=admin&forceUpdate=true'
  const body = JSON.stringify({ name: 'Grüße', remarks: null, type: 'a', credit: 1.5 })
  const { 'data/create': cells } = counted(
    exchange('POST', `${partner}?${query}`, [['Authorization', 'Bearer t']], body),
  )
  const { client } = target.identities['admin']!
  expect(cells).toMatchObject({
    'sent alone': 1,
    'token header': 1,
    'client id absent': 1,
    'account sent': 1,
    'company absent': 1,
    '?dtos text': 1,
    '?forceUpdate boolean': 1,
    '?clientIdentifier absent': 1,
    'body text': 1,
    'body non-ascii text': 1,
    'body null': 1,
    'body decimal': 1,
    'body below 1 KB': 1,
  })
  const { 'data/list': list } = counted(
    exchange('GET', `${partner}?dtos=%42&user=admin&clientId=${client.id}&access_token=t`, []),
    exchange('GET', `${partner}?dtos=B.1`, [['Authorization', 'Basic x']]),
  )
  expect(list).toMatchObject({
    'token query': 1,
    'token other scheme': 1,
    'identity admin': 1,
    'identity without user': 1,
    'client id query': 1,
    'query in unreserved encoded': 1,
    'sent alone': 2,
  })
})

describe('the table', () => {
  const hole = { operation: 'data/list', cell: 'token none', because: 'it is so' }

  test('has each cell of each operation, filled, explained or open', () => {
    const { cells, holes } = requestTable({ 'data/list': { 'token header': 3 } }, [hole])
    const find = (cell: string) => cells.find((one) => one.operation === 'data/list' && one.cell === cell)
    expect(find('token header')).toMatchObject({ requests: 3, method: 'GET', path: '/{resourceName}' })
    expect(find('token none')).toMatchObject({ requests: 0, because: 'it is so' })
    const open = holes.filter(({ operation }) => operation === 'data/list').map(({ cell }) => cell)
    expect(open).toContain('token query')
    expect(open).not.toContain('token none')
  })

  test('an explanation of nothing is idle: of a cell that is filled, and of one that there is not', () => {
    const stray = { operation: 'data/nothing', cell: '*', because: 'never' }
    expect(requestTable({}, [hole, stray]).idle).toEqual([stray])
    expect(requestTable({ 'data/list': { 'token none': 1 } }, [hole]).idle).toEqual([hole])
  })

  test('each explanation in the suites names cells that there are', () => {
    expect(requestTable({}).idle).toEqual([])
  })
})
