import type { Platform } from '../../../src/platform/platform.ts'
import type { Sent } from '../access/wire.ts'
import { addresses, shapes } from './scenario-reads.ts'
import { dataOf, external, recordOf, type Data, type Options } from './wire.ts'

export interface Play {
  readonly platform: Platform
  /** Sends a request and notes its answer. */
  ask(what: string, method: string, path: string, body?: unknown, options?: Options): Promise<Sent>
  /** Notes a fact that no single answer shows. */
  note(what: string, fact: unknown): void
  /** lastChanged of a stored record as a client would send it back. */
  current(path: string): Promise<number>
  readonly other: Data
}

const near = (text: string, now: number): string =>
  text
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?=Z)/g, (time) =>
      Math.abs(Date.parse(`${time}Z`) - now) < 600_000 ? '<now>' : time,
    )
    .replace(/\b\d{13}\b/g, (ms) => (Math.abs(Number(ms) - now) < 600_000 ? '<now>' : ms))
    .replace(/\b(?!A{20}|F1E1D0)[0-9A-F]{32}\b/g, '<generated>')

/** Everything that the Data API can be asked about records, as a transcript. */
export async function play(platform: Platform): Promise<string[]> {
  const said: string[] = []
  const now = platform.clock.now()
  const [data, other] = [await dataOf(platform), await dataOf(platform, 'superuser')]
  const stage: Play = {
    platform,
    other,
    async ask(what, ...request) {
      platform.clock.advance(5)
      const answer = await data(...request)
      said.push(
        near(
          `${what}: ${answer.status} ${answer.header('Content-Type') ?? ''} ${answer.header('Location') ?? ''} ${answer.text}`,
          now,
        ),
      )
      return answer
    },
    note: (what, fact) => void said.push(near(`${what}: ${String(fact)}`, now)),
    async current(path) {
      return Number(recordOf(await data('GET', path))['lastChanged'])
    },
  }
  await operations(stage)
  await byExternalId(stage)
  await uniqueness(stage)
  await references(stage)
  await locks(stage)
  await races(stage)
  await addresses(stage)
  await shapes(stage)
  return said
}

const id = (tail: string): string => tail.padStart(32, 'A')
const at = (tail: string): string => `/ServiceCall/${id(tail)}`

async function operations({ ask, current, note, other }: Play): Promise<void> {
  await ask('POST', 'POST', '/ServiceCall', {
    id: id('1'),
    subject: 'one',
    remarks: 'first',
    chargeableEfforts: true,
    startDateTime: '2026-03-01T08:00:00Z',
    externalId: 'op-1',
  })
  await ask('GET', 'GET', at('1'))
  await ask('POST without id', 'POST', '/ServiceCall', { subject: 'generated' })
  await ask('POST again', 'POST', '/ServiceCall', { id: id('1'), subject: 'again' })
  await ask(
    'POST again, forced',
    'POST',
    '/ServiceCall',
    { id: id('1'), subject: 'forced' },
    { query: { forceUpdate: 'true' } },
  )
  await ask('POST again, read', 'GET', at('1'))
  const before = await current(at('1'))
  await ask('PATCH', 'PATCH', at('1'), { remarks: 'patched', lastChanged: before })
  const patched = await current(at('1'))
  await ask('PATCH, read', 'GET', at('1'))
  await ask('PATCH null', 'PATCH', at('1'), { remarks: null, lastChanged: await current(at('1')) })
  await ask('PATCH null, read', 'GET', at('1'))
  const unput = await current(at('1'))
  await ask('PUT', 'PUT', at('1'), { subject: 'put', priority: 'HIGH', lastChanged: unput })
  note('lastChanged moves', `${patched > before} ${(await current(at('1'))) > unput}`)
  await ask('PUT, read', 'GET', at('1'))
  note(
    'other user',
    recordOf(await other('PATCH', at('1'), { code: 'x', lastChanged: await current(at('1')) }))['lastChangedBy'],
  )
  await ask('PUT missing', 'PUT', at('2'), { subject: 'put there' })
  await ask('PUT missing, read', 'GET', at('2'))
  await ask('PATCH missing', 'PATCH', at('3'), { subject: 'patched there' })
  await ask('PATCH missing, read', 'GET', at('3'))
  const partner = `/BusinessPartner/${id('4')}`
  for (const [method, path, more] of [
    ['POST', '/BusinessPartner', { id: id('4') }],
    ['PUT', partner, {}],
    ['PATCH', partner, {}],
  ] as const) {
    await ask(`${method} without a required field`, method, path, { code: 'x', ...more })
    await ask(`${method} without a required field, read`, 'GET', partner)
  }
  await ask('DELETE', 'DELETE', at('1'), undefined, { query: { lastChanged: String(await current(at('1'))) } })
  await ask('DELETE, read', 'GET', at('1'))
  await ask('DELETE again', 'DELETE', at('1'), undefined, { query: { lastChanged: '1' } })
  await ask('malformed', 'POST', '/ServiceCall', undefined, { raw: `{"id": "${id('5')}", "subject": "cut` })
  await ask('malformed, whole pair', 'POST', '/ServiceCall', undefined, {
    raw: `{"id": "${id('5')}", "subject": "cut", `,
  })
  await ask('malformed, read', 'GET', at('5'))
  await ask('array', 'POST', '/ServiceCall', [])
  await ask('unknown resource', 'GET', '/NoSuchThing')
  await ask('list', 'GET', '/Skill')
  await ask('POST skill', 'POST', '/Skill', { id: id('6'), name: 'Welding', externalId: 'skill-1' })
  await ask('list of one', 'GET', '/Skill')
  await ask('DELETE skill', 'DELETE', `/Skill/${id('6')}`, undefined, { query: { forceDelete: 'true' } })
  await ask('list after delete', 'GET', '/Skill')
  await ask('deleted by external id', 'GET', '/Skill/externalId/skill-1')
}

async function byExternalId({ ask, current }: Play): Promise<void> {
  const place = `/ServiceCall/${external('x-1')}`
  await ask('PUT by external id, missing', 'PUT', place, { subject: 'made' })
  await ask('PUT by external id, missing, read', 'GET', place)
  await ask('PATCH by external id, missing', 'PATCH', `/ServiceCall/${external('x-2')}`, { subject: 'made' })
  await ask('PATCH by external id', 'PATCH', place, { remarks: 'patched', lastChanged: await current(place) })
  await ask('PUT by external id', 'PUT', place, { subject: 'put', lastChanged: await current(place) })
  await ask('by external id, read', 'GET', place)
  await ask('DELETE by external id', 'DELETE', place, undefined, {
    query: { lastChanged: String(await current(place)) },
  })
  await ask('DELETE by external id, read', 'GET', place)
}

async function uniqueness({ ask, current }: Play): Promise<void> {
  await ask('holder', 'POST', '/ServiceCall', { id: id('10'), subject: 'holder', externalId: 'u-1' })
  await ask('second by POST', 'POST', '/ServiceCall', { id: id('11'), subject: 'second', externalId: 'u-1' })
  await ask('second by POST, read', 'GET', at('11'))
  await ask('second by PUT', 'PUT', at('12'), { subject: 'second', externalId: 'u-1' })
  await ask('second', 'PUT', at('13'), { subject: 'second' })
  await ask('second by PATCH', 'PATCH', at('13'), { externalId: 'u-1', lastChanged: await current(at('13')) })
  await ask('holder, read', 'GET', at('10'))
}

async function references({ ask, current }: Play): Promise<void> {
  const partner = id('20')
  await ask('partner', 'POST', '/BusinessPartner', { id: partner, name: 'Docks', externalId: 'bp-20' })
  await ask('referring', 'POST', '/ServiceCall', {
    id: id('21'),
    subject: 'refers',
    businessPartner: partner,
    externalId: 'call-21',
  })
  const missing = id('2F')
  await ask('POST, dangling', 'POST', '/ServiceCall', { id: id('22'), subject: 'dangles', businessPartner: missing })
  await ask('POST, dangling, read', 'GET', at('22'))
  await ask('PUT, dangling', 'PUT', at('21'), {
    subject: 'dangles',
    businessPartner: missing,
    lastChanged: await current(at('21')),
  })
  await ask('PATCH, dangling', 'PATCH', at('21'), { businessPartner: missing, lastChanged: await current(at('21')) })
  await ask('list, dangling', 'PATCH', at('21'), { technicians: [missing], lastChanged: await current(at('21')) })
  await ask('by external id', 'PATCH', `/ServiceCall/${external('call-21')}`, {
    businessPartner: { externalId: 'bp-20' },
    lastChanged: await current(at('21')),
  })
  await ask('POST, by external id', 'POST', '/ServiceCall', {
    id: id('23'),
    subject: 'refers',
    businessPartner: { externalId: 'bp-20' },
  })
  await ask('partner deleted', 'DELETE', `/BusinessPartner/${partner}`, undefined, { query: { forceDelete: 'true' } })
  await ask('referring, read', 'GET', at('21'))
  const meta = 'F1E1D0000000000000000000000000A1'
  await ask('inlined', 'POST', '/ServiceCall', {
    id: id('24'),
    subject: 'inlined',
    udfValues: [{ meta, value: 'whole' }],
  })
  await ask('inlined, part', 'PATCH', at('24'), { udfValues: [{ meta }], lastChanged: await current(at('24')) })
  await ask('inlined, read', 'GET', at('24'))
}

async function locks({ ask, current }: Play): Promise<void> {
  await ask('locked', 'POST', '/ServiceCall', {
    id: id('30'),
    subject: 'locked',
    remarks: 'kept',
    externalId: 'lock-30',
  })
  for (const place of [at('30'), `/ServiceCall/${external('lock-30')}`]) {
    const stale = async () => ({ past: 1, future: 4_102_444_800_000, second: sameSecond(await current(at('30'))) })
    for (const [what, lastChanged] of Object.entries(await stale())) {
      await ask(`PATCH ${what}`, 'PATCH', place, { remarks: what, lastChanged })
      await ask(`PUT ${what}`, 'PUT', place, { subject: what, lastChanged })
      await ask(`${what}, read`, 'GET', at('30'))
    }
    await ask(
      'PATCH, not forced',
      'PATCH',
      place,
      { remarks: 'no', lastChanged: 1 },
      { query: { forceUpdate: 'false' } },
    )
    await ask('PATCH, unversioned', 'PATCH', place, { remarks: 'unversioned' })
    await ask(
      'PATCH, forced',
      'PATCH',
      place,
      { remarks: 'forced', lastChanged: 1 },
      { query: { forceUpdate: 'true' } },
    )
    await ask(
      'PUT, forced',
      'PUT',
      place,
      { subject: 'forced', externalId: 'lock-30', lastChanged: 1 },
      { query: { forceUpdate: 'true' } },
    )
    const remove = async (what: string, query: Record<string, string>) => {
      await ask(`DELETE ${what}`, 'DELETE', place, undefined, { query })
      await ask(`DELETE ${what}, read`, 'GET', at('30'))
      await ask(
        'again',
        'PUT',
        at('30'),
        { subject: 'again', externalId: 'lock-30' },
        { query: { forceUpdate: 'true' } },
      )
    }
    await remove('stale', { lastChanged: '1' })
    await remove('without lastChanged', {})
    await remove('forced', { lastChanged: '1', forceDelete: 'true' })
  }
}

/** A time in the same second, but another one. */
const sameSecond = (ms: number): number => ms - (ms % 1000) + (ms % 1000 === 0 ? 1 : 0)

async function races({ ask, current, note, other, platform }: Play): Promise<void> {
  await ask('raced', 'POST', '/ServiceCall', { id: id('40'), subject: 'raced' })
  const lastChanged = await current(at('40'))
  platform.clock.advance(10)
  const answers = await Promise.all(
    [1, 2, 3, 4].map((writer) => other('PATCH', at('40'), { remarks: `writer ${writer}`, lastChanged })),
  )
  note(
    'race',
    answers
      .map(({ status }) => status)
      .sort((a, b) => a - b)
      .join(' '),
  )
}
