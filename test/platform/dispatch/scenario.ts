import type { Platform } from '../../../src/platform/platform.ts'
import { send, tokenOf } from '../access/wire.ts'
import { fieldOf } from './wire.ts'

const at = '/cloud-partner-dispatch-service/api/partner-dispatch/v1'
const list = '/cloud-partner-dispatch-service/api/v1/assignment-details'
const details = { startDateTime: '2026-12-01T08:00:00Z', endDateTime: '2026-12-01T09:00:00Z', responsible: 'somebody' }
const statuses = [null, 'CONFIRMED', 'NOTIFIED', 'ACCEPTED'] as const
const headers = ['X-Account-ID', 'X-Account-Name', 'X-Client-ID', 'X-Client-Version', 'X-Company-ID', 'X-Company-Name']

/** Every action by every role in every status, lists, batches, missing headers and fields, and what is left then, as lines. */
export async function playDispatch(platform: Platform): Promise<string[]> {
  const told: string[] = []
  const asks = {
    owner: await fieldOf(platform, 'crowd-owner'),
    partner: await fieldOf(platform, 'partner'),
    other: await fieldOf(platform, 'partner-2'),
    nobody: await fieldOf(platform, 'unprivileged'),
  }
  const say = ({ status, text }: { status: number; text: string }) => void told.push(`${status} ${text}`)
  let count = 0
  const plan = async (status: string | null, plannedTo: string | null = 'acme/partner') => {
    const activityId = `ACT${String(++count).padStart(29, '0')}`
    const body = JSON.stringify({ plannedTo, activityId, ...(status === null ? {} : { status }) })
    await send(platform, '/fieldproof/activities', { method: 'POST', body })
    return activityId
  }
  const look = async (activityId: string) => {
    say(await send(platform, `/fieldproof/activities/${activityId}`))
    const events = await send(platform, `/fieldproof/activities/${activityId}/events`)
    told.push(String((events.json['events'] as unknown[]).length))
  }
  const actions: ReadonlyArray<
    readonly [string, (ask: typeof asks.owner, activityId: string) => ReturnType<typeof ask>]
  > = [
    ...['confirm', 'notify', 'reject', 'accept', 'release'].map(
      (name) =>
        [
          name,
          (ask: typeof asks.owner, activityId: string) =>
            ask('POST', `${at}/${name}`, { activityId, technicianid: 'TECH' }),
        ] as const,
    ),
    [
      'batch',
      (ask, activityId) => ask('POST', `${at}/accept/batch`, { items: [{ activityId, technicianId: 'TECH' }] }),
    ],
    ['update', (ask, activityId) => ask('PUT', `${list}/${activityId}`, details)],
  ]
  for (const [, act] of actions)
    for (const role of ['owner', 'partner', 'other'] as const)
      for (const status of statuses) {
        const activityId = await plan(status)
        say(await act(asks[role], activityId))
        await look(activityId)
      }
  for (const [, act] of actions) say(await act(asks.owner, 'NOTHING'.padEnd(32, '0')))
  for (const [, act] of actions) say(await act(asks.partner, 'NOTHING'.padEnd(32, '0')))
  const free = await plan(null, null)
  say(await asks.owner('POST', `${at}/confirm`, { activityId: free, technicianid: 'TECH' }))
  await look(free)
  for (const name of ['confirm', 'reject', 'accept', 'notify', 'release']) {
    const activityId = await plan(
      name === 'confirm' ? null : ({ notify: 'CONFIRMED', release: 'ACCEPTED' }[name] ?? 'NOTIFIED'),
    )
    const ask = name === 'confirm' || name === 'notify' ? asks.owner : asks.partner
    say(await ask('POST', `${at}/${name}`, { activityId }))
    say(await ask('POST', `${at}/${name}`, { technicianid: 'TECH' }))
    await look(activityId)
  }
  const accepted = await plan('ACCEPTED')
  for (const name of Object.keys(details))
    say(await asks.partner('PUT', `${list}/${accepted}`, { ...details, [name]: undefined }))
  await look(accepted)
  for (const header of headers) {
    const activityId = await plan('NOTIFIED')
    say(await asks.partner('POST', `${at}/accept`, { activityId, technicianid: 'TECH' }, { [header]: '' }))
    await look(activityId)
  }
  const spelled = await plan('NOTIFIED')
  say(await asks.partner('POST', `${at}/accept`, { activityId: spelled, technicianId: 'TECH' }))
  const some = [await plan('NOTIFIED'), await plan('CONFIRMED'), await plan('NOTIFIED')]
  say(
    await asks.partner('POST', `${at}/accept/batch`, {
      items: some.map((activityId) => ({ activityId, technicianId: 'TECH' })),
    }),
  )
  for (const activityId of some) await look(activityId)
  const many: string[] = []
  for (let left = 51; left > 0; left -= 1) many.push(await plan('NOTIFIED'))
  const items = many.map((activityId) => ({ activityId, technicianId: 'TECH' }))
  say(await asks.partner('POST', `${at}/accept/batch`, { items }))
  say(await asks.partner('POST', `${at}/accept/batch`, { items: items.slice(1) }))
  for (const query of [
    '',
    '?partnerDispatchingStatus=NOTIFIED',
    '?partnerDispatchingStatus=ACCEPTED&page=1',
    '?page=1001',
    '?partnerDispatchingStatus=ANY',
  ])
    for (const ask of Object.values(asks)) say(await ask('GET', `${list}${query}`))
  await asks.partner('GET', list)
  say(await asks.partner('GET', list, undefined, { Authorization: '' }))
  say(await asks.partner('GET', list, undefined, { Authorization: 'Bearer never-issued' }))
  const post = async (ask: typeof asks.owner, name: string, activityId: string, more = {}) =>
    say(await ask('POST', `${at}/${name}`, { activityId, technicianid: 'TECH', ...more }))
  const planned = async (activityId: string, plannedTo: string, status?: string) =>
    void (await send(platform, '/fieldproof/activities', {
      method: 'POST',
      body: JSON.stringify({ plannedTo, activityId, ...(status === undefined ? {} : { status }) }),
    }))
  const looked = `${list}?partnerDispatchingStatus=`
  const round = await plan('NOTIFIED')
  await post(asks.partner, 'reject', round)
  await post(asks.owner, 'confirm', round)
  for (const last of ['reject', 'accept'] as const) {
    await planned(round, 'acme/partner')
    await post(asks.owner, 'confirm', round)
    await post(asks.owner, 'notify', round)
    say(await asks.partner('GET', `${looked}NOTIFIED`))
    await look(round)
    await post(asks.partner, last, round)
    await look(round)
  }
  say(await asks.partner('GET', `${looked}NOTIFIED`))
  await post(asks.partner, 'release', round)
  await look(round)
  const lost = await plan('NOTIFIED')
  await planned(lost, 'acme/partner2', 'NOTIFIED')
  say(await asks.partner('GET', `${looked}NOTIFIED`))
  await post(asks.partner, 'accept', lost)
  const taken = await plan('ACCEPTED')
  await planned(taken, 'acme/partner2', 'ACCEPTED')
  say(await asks.partner('PUT', `${list}/${taken}`, details))
  const waiting = await plan('CONFIRMED')
  say(await asks.partner('GET', `${looked}ACCEPTED`))
  await post(asks.partner, 'accept', waiting)
  await look(waiting)
  const [own, foreign] = [await plan('NOTIFIED'), await plan('NOTIFIED', 'acme/partner2')]
  const both = [own, foreign].map((activityId) => ({ activityId, technicianId: 'TECH' }))
  say(await asks.partner('POST', `${at}/accept/batch`, { items: both }))
  say(await asks.partner('PUT', `${list}/${own}`, { ...details, startDateTime: '2026-12-01T08:00:00+02:00' }))
  await look(own)
  say(await asks.partner('PUT', `${list}/${own}`, { ...details, startDateTime: '2026-12-03T08:00:00Z' }))
  await look(own)
  say(await asks.partner('PUT', `${list}/${own}`, details, { 'X-Client-ID': '' }))
  const one = { activityId: await plan('NOTIFIED'), technicianId: 'TECH' }
  say(await asks.partner('POST', `${at}/accept/batch`, { items: Array.from({ length: 51 }, () => one) }))
  say(await asks.partner('POST', `${at}/accept/batch`, { items: [one] }, { Authorization: 'Bearer never-issued' }))
  say(await asks.partner('GET', list, undefined, { Accept: '' }))
  for (const page of ['1000', '4294967297']) say(await asks.partner('GET', `${list}?page=${page}`))
  const raced = await plan('NOTIFIED')
  const race = [asks.partner, asks.other].map((ask) =>
    ask('POST', `${at}/accept`, { activityId: raced, technicianid: 'TECH' }),
  )
  for (const { status } of await Promise.all(race)) told.push(String(status))
  const raced2 = await plan('NOTIFIED')
  const pair = ['accept', 'reject'].map((name) =>
    asks.partner('POST', `${at}/${name}`, { activityId: raced2, technicianid: 'TECH' }),
  )
  for (const { status } of await Promise.all(pair)) told.push(String(status))
  const [counted, again] = [await plan('NOTIFIED'), await plan('NOTIFIED')]
  platform.clock.advance(20 * 60_000)
  await post(asks.owner, 'notify', counted)
  await post(asks.partner, 'reject', again)
  await planned(again, 'acme/partner')
  await post(asks.owner, 'confirm', again)
  await post(asks.owner, 'notify', again)
  platform.clock.advance(15 * 60_000)
  await look(counted)
  await post(asks.partner, 'accept', counted)
  await post(asks.partner, 'accept', again)
  const late = await plan('NOTIFIED')
  platform.clock.advance(31 * 60_000)
  for (const name of ['accept', 'reject']) {
    say(await asks.partner('POST', `${at}/${name}`, { activityId: late, technicianid: 'TECH' }))
    await look(late)
  }
  const later = await plan('NOTIFIED')
  platform.clock.advance(31 * 60_000)
  say(await asks.partner('POST', `${at}/accept/batch`, { items: [{ activityId: later, technicianId: 'TECH' }] }))
  await tokenOf(platform, 'partner')
  return told.map((line) => line.replace(/"(?:technicianId|technician)":"[0-9A-F]{32}"/g, '"technician"'))
}
