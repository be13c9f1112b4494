import { batchOf, login, type Count } from '../replay/connector.ts'

const data = '/api/data/v4'
const where = 'account=acme&company=Acme%20North&user=admin'
const mixed = { 'Content-Type': 'multipart/mixed; boundary=edge' }
const part = (path: string): string => `${data}/${path}${path.includes('?') ? '&' : '?'}dtos=ServiceCall.27&${where}`
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * A connector that reads after it writes, as careful ones do, and that is lawful in all it sends. What an answer lacks it takes to be as
 * it should be: against a faulty cluster it goes on.
 */
export async function busy(origin: string): Promise<void> {
  const count: Count = { sent: 0 }
  const { call } = await login(origin, count)
  await login(origin, count)
  const recordOf = (answer: { json: unknown }, fallback: string) => {
    const found = (
      answer.json as { data?: ReadonlyArray<Record<string, { id?: string; lastChanged?: number }>> } | undefined
    )?.data?.[0]
    const { id = fallback, lastChanged = 0 } = (found && Object.values(found)[0]) ?? {}
    return { id, lastChanged }
  }
  const run = Math.random().toString(36).slice(2, 8)
  const get = async (id: string, query: Readonly<Record<string, string>> = {}) =>
    recordOf(await call('GET', `${data}/ServiceCall/${id}`, undefined, query), id)

  await call('GET', '/ds/api/directory/v1/accounts/acme')
  await call('GET', '/masterCloudInterface/informationService/companies', undefined, {}, { Accept: 'application/json' })
  const ids: string[] = []
  const locks: number[] = []
  for (const at of [1, 2, 3, 4, 5]) {
    const id =
      `${at}`.repeat(8) + Array.from({ length: 24 }, () => '0123456789ABCDEF'[Math.floor(Math.random() * 16)]).join('')
    const made = recordOf(
      await call('POST', `${data}/ServiceCall`, {
        id,
        subject: `Call number ${at} of ${run}`,
        externalId: `${run}-${at}`,
        remarks: `first words on ${at}`,
        chargeableEfforts: at % 2 === 0,
      }),
      id,
    )
    ids.push(made.id)
    locks.push(made.lastChanged)
    await pause(3)
  }
  const made = recordOf(await call('POST', `${data}/ServiceCall`, { subject: `Without an id ${run}` }), '')
  const [a = '', b = '', c = '', d = ''] = ids
  await call('POST', `${data}/ServiceCall`, { id: a, subject: `Through the back door ${run}` })
  await get(a)
  await call('POST', `${data}/ServiceCall`, { subject: 'Twice the same', externalId: `${run}-1` })
  await call('GET', `${data}/ServiceCall/externalId/${run}-1`)
  await pause(15)

  let known = await get(a)
  for (const method of ['PATCH', 'PUT'] as const) {
    const stale = known.lastChanged
    await call(method, `${data}/ServiceCall/${a}`, {
      subject: `Changed by ${method} ${run}`,
      externalId: `${run}-1`,
      lastChanged: stale,
    })
    known = await get(a)
    await pause(15)
    await call(method, `${data}/ServiceCall/${a}`, { remarks: `Never by ${method} ${run}`, lastChanged: stale })
    await get(a)
    await call(method, `${data}/ServiceCall/externalId/${run}-1`, {
      remarks: `Nor by its name ${method} ${run}`,
      externalId: `${run}-1`,
      lastChanged: stale,
    })
    await call('GET', `${data}/ServiceCall/externalId/${run}-1`)
    await call(
      method,
      `${data}/ServiceCall/${a}`,
      { subject: `Forced by ${method} ${run}`, externalId: `${run}-1`, lastChanged: stale },
      { forceUpdate: 'true' },
    )
    known = await get(a)
    await pause(15)
  }
  await call('PATCH', `${data}/ServiceCall/${b}`, { remarks: null }, { forceUpdate: 'true' })
  await call(
    'PUT',
    `${data}/ServiceCall/${c}`,
    { subject: `Only this ${run}`, externalId: `${run}-3` },
    { forceUpdate: 'true' },
  )
  await call(
    'PUT',
    `${data}/ServiceCall/externalId/${run}-4`,
    { subject: `Only that ${run}`, externalId: `${run}-4` },
    { forceUpdate: 'true' },
  )
  for (const id of [b, c, d]) await get(id)

  const mine = { query: `externalId like "${run}-%"` }
  await call('GET', `${data}/ServiceCall`, undefined, mine)
  await call('GET', `${data}/ServiceCall`, undefined, { pageSize: '2', ...mine })
  for (const page of ['1', '2', '1'])
    await call('GET', `${data}/ServiceCall`, undefined, { ...mine, page, pageSize: '2', orderBy: 'externalId asc' })
  for (const orderBy of ['lastChanged desc', 'lastChanged asc', 'chargeableEfforts asc,lastChanged desc'])
    await call('GET', `${data}/ServiceCall`, undefined, { ...mine, pageSize: '50', orderBy })
  for (const query of [
    `${mine.query} AND chargeableEfforts = true`,
    `externalId in ("${run}-1", "${run}-2")`,
    `externalId = "${run}-5"`,
    `${mine.query} AND !(externalId = "${run}-2")`,
    `${mine.query} AND lastChanged >= ${known.lastChanged}`,
    `${mine.query} AND remarks is null`,
    `subject ilike "call NUMBER%" AND ${mine.query}`,
    `${mine.query} AND (externalId = "${run}-1" OR externalId = "${run}-5")`,
  ]) {
    await call('GET', `${data}/ServiceCall`, undefined, { query })
  }
  await call('GET', `${data}/ServiceCall`, undefined, { ...mine, fields: 'id,subject' })
  await call('GET', `${data}/ServiceCall/${a}`, undefined, { fields: 'id,subject' })
  await call(
    'POST',
    '/api/query/v1',
    { query: `SELECT sc.id, sc.subject FROM ServiceCall sc WHERE sc.externalId = "${run}-1"` },
    { dtos: 'ServiceCall.27', clientIdentifier: 'fieldproof-connector' },
  )

  await call(
    'POST',
    '/api/data/batch/v1/',
    batchOf([
      {
        method: 'PATCH',
        path: part(`ServiceCall/${a}?forceUpdate=true`),
        id: 'A',
        body: { remarks: `In one batch ${run}` },
      },
      {
        method: 'PATCH',
        path: part(`ServiceCall/${b}?forceUpdate=true`),
        id: 'B',
        body: { remarks: `In one batch ${run}` },
      },
      { method: 'GET', path: part(`ServiceCall/${a}`), id: 'C' },
    ]),
    {},
    mixed,
  )
  const fresh = `${run}-batch`
  const failing = [
    {
      method: 'PATCH',
      path: part(`ServiceCall/${a}?forceUpdate=true`),
      id: 'A',
      body: { remarks: `Taken back ${run}` },
    },
    {
      method: 'POST',
      path: part('ServiceCall'),
      id: 'B',
      body: { subject: `Taken back too ${run}`, externalId: fresh },
    },
    { method: 'PATCH', path: part(`ServiceCall/${b}`), id: 'C', body: { lastChanged: 1000, remarks: 'stale it is' } },
    { method: 'GET', path: part(`ServiceCall/${c}`), id: 'D' },
  ]
  await call('POST', '/api/data/batch/v1/', batchOf(failing), {}, mixed)
  await get(a)
  await call('GET', `${data}/ServiceCall/externalId/${fresh}`)
  await call('POST', '/api/data/batch/v1/', batchOf(failing.slice(2)), { transactional: 'false' }, mixed)

  const last = await get(d)
  await call('DELETE', `${data}/ServiceCall/${d}`, undefined, { lastChanged: String(locks[3] ?? 0) })
  await call('DELETE', `${data}/ServiceCall/${d}`, undefined, { lastChanged: String(last.lastChanged) })
  await get(d)
  await call('GET', `${data}/ServiceCall/externalId/${run}-4`)
  await call('DELETE', `${data}/ServiceCall/externalId/${run}-5`, undefined, { forceDelete: 'true' })
  await call('GET', `${data}/ServiceCall/externalId/${run}-5`)
  if (made.id !== '') await call('DELETE', `${data}/ServiceCall/${made.id}`, undefined, { forceDelete: 'true' })
  await call('PATCH', `${data}/ServiceCall/${a}`, { remarks: 'Last words' }, { forceUpdate: 'true' })
  const now = known.lastChanged
  for (const [from, to] of [
    [now - 3_600_000, now + 3_600_000],
    [now + 60_000, now + 3_600_000],
    [now - 3_600_000, now - 60_000],
  ] as const) {
    await call('GET', `${data}/ServiceCall/deleted`, undefined, {
      dtos: 'DeletedObjects.2',
      from: String(from),
      to: String(to),
    })
  }
  for (const id of [a, b, c]) await call('DELETE', `${data}/ServiceCall/${id}`, undefined, { forceDelete: 'true' })
}
