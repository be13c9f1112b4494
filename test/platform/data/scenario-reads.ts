import type { Play } from './scenario.ts'
import { dataOf, external } from './wire.ts'

const id = (tail: string): string => tail.padStart(32, 'A')

const spelled = ['a/b', 'a+b', 'a b', '50%25', 'a?b', 'a#b', 'zoë-日本', 'abc', 'a&b=c']

/** External ids in paths, spelled in every way that a path can spoil. */
export async function addresses({ ask }: Play): Promise<void> {
  for (const [at, externalId] of spelled.entries()) {
    await ask(`external id ${externalId}`, 'POST', '/Item', { id: id(`5${at}`), name: externalId, externalId })
    await ask(`external id ${externalId}, read`, 'GET', `/Item/${external(externalId)}`)
  }
  await ask('external id in other case', 'GET', `/Item/${external('ABC')}`)
  await ask('external id and more', 'GET', `/Item/${external('abcd')}`)
  await ask('missing id', 'GET', `/Item/${id('5F')}`)
  await ask(
    'id in other spelling',
    'GET',
    `/Item/${id('57')
      .toLowerCase()
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`,
  )
}

/** Representations: versions, the forms of values, parameters that shape nothing. */
export async function shapes({ ask, platform }: Play): Promise<void> {
  const seeded = '/ServiceCall/F1E1D0000000000000000000000000F1'
  for (const version of [20, 24, 26, 27])
    await ask(`ServiceCall.${version}`, 'GET', seeded, undefined, { query: { dtos: `ServiceCall.${version}` } })
  const without = { query: { dtos: undefined } }
  await ask('without dtos, get', 'GET', seeded, undefined, without)
  await ask('without dtos, list', 'GET', '/Skill', undefined, without)
  await ask('without dtos, post', 'POST', '/Skill', { id: id('60'), name: 'Diving' }, without)
  await ask('without dtos, post, read', 'GET', `/Skill/${id('60')}`)
  const spellings = [
    '',
    'ServiceCall',
    'ServiceCall.1',
    'Person.25',
    'ServiceCall.27,Person.25',
    'ServiceCall.27;Person.25',
  ]
  for (const dtos of spellings) await ask(`dtos ${dtos}`, 'GET', seeded, undefined, { query: { dtos } })
  await ask('client identifier', 'GET', seeded, undefined, { query: { clientIdentifier: 'kit' } })
  await ask('no date-time', 'POST', '/ServiceCall', { subject: 'x', startDateTime: 'tomorrow' })
  await ask('no boolean', 'POST', '/ServiceCall', { subject: 'x', chargeableEfforts: 'yes' })
  await ask('unknown field', 'POST', '/ServiceCall', { id: id('61'), subject: 'x', noSuchField: 1 })
  const service = await dataOf(platform, 'service')
  await service('PUT', `/Skill/${id('62')}`, { name: 'By a client' })
  await ask('written by a client', 'GET', `/Skill/${id('62')}`)
}
