import type { Platform } from '../../../src/platform/platform.ts'
import { dataOf, external, type Data } from './wire.ts'

type Query = Readonly<Record<string, string | readonly string[]>>
/** Reads and notes the answer. */
type Look = (what: string, path: string, query?: Query, as?: Data) => Promise<void>

const id = (tail: string): string => tail.padStart(32, 'A')

const dtos = 'ServiceCall.27;BusinessPartner.25;Person.25;Equipment.24;Item.24;Activity.43;Skill.10'

/** Records of every kind that a list can be shaped by, all marked `shape`. */
export async function stock(data: Data, { clock }: Pick<Platform, 'clock'>): Promise<void> {
  const add = async (resource: string, tail: string, fields: object) => {
    clock.advance(5)
    const { status, text } = await data('POST', `/${resource}`, { id: id(tail), ...fields })
    if (status !== 201) throw new Error(`${resource} ${tail}: ${text}`)
  }
  await add('BusinessPartner', '71', { name: 'Bravo', externalId: 'bp-71', code: 'B' })
  await add('BusinessPartner', '72', { name: 'alpha', remarks: 'lower' })
  await add('BusinessPartner', '73', { name: 'Charlie', externalId: 'bp-73' })
  await add('Person', '74', { lastName: 'Unnamed' })
  const call = (tail: string, fields: object) => add('ServiceCall', tail, { code: 'shape', ...fields })
  await call('81', {
    subject: 'b',
    businessPartner: id('71'),
    externalId: 'call-81',
    technicians: ['F1E1D0000000000000000000000000C1', id('74')],
    leader: id('74'),
  })
  await call('82', {
    subject: 'a',
    remarks: 'x',
    businessPartner: id('72'),
    udfValues: [{ meta: 'F1E1D0000000000000000000000000A1', value: 1 }],
  })
  await call('83', { subject: 'B', remarks: 'y' })
  await call('84', { subject: 'a', remarks: 'w', businessPartner: id('73') })
  await add('Activity', '91', {
    subject: 'first',
    code: 'shape',
    serviceCall: id('81'),
    object: { objectId: id('81'), objectType: 'SERVICECALL' },
  })
  await add('Activity', '92', {
    subject: 'second',
    code: 'shape',
    serviceCall: id('81'),
    object: { objectId: 'F1E1D0000000000000000000000000E1', objectType: 'EQUIPMENT' },
    remarks: 'a text of more than thirty characters',
  })
  for (let at = 0; at < 60; at += 1) await add('Skill', `5${at}`, { name: `Skill ${String(at).padStart(2, '0')}` })
}

/** Everything that shapes a list or a record, as a transcript. */
export async function playLists(platform: Platform): Promise<string[]> {
  const said: string[] = []
  const [data, calls] = [await dataOf(platform), await dataOf(platform, 'calls-only')]
  await stock(data, platform)
  const look: Look = async (what, path, query = {}, as = data) => {
    const { status, text } = await as('GET', path, undefined, { query })
    said.push(
      `${what}: ${status} ${text.replace(/\b\d{13}\b/g, '<ms>').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')}`,
    )
  }
  const shape = (what: string, query: Query) => look(what, '/ServiceCall', { query: 'code = "shape"', ...query })
  for (const orderBy of orders) await shape(`orderBy=${orderBy}`, { orderBy })
  await shape('ordered pages', { orderBy: 'subject', pageSize: '2' })
  await pages(look)
  await projections(look, shape)
  await expansions(look, shape, calls)
  return said
}

const orders = [
  'id desc',
  'subject',
  'subject asc',
  'subject desc',
  'remarks',
  'subject,remarks',
  'subject desc,remarks asc',
  'subject desc,remarks',
  'remarks desc,subject',
  'businessPartner.name',
  'businessPartner.name desc',
  'asc',
  'desc',
  'nothing',
  'businessPartner.nothing',
  'subject.name',
  'subject up',
  '',
]

async function pages(look: Look): Promise<void> {
  const asked: Query[] = [{}, { page: '2' }, { page: '99' }, { page: '0' }, { page: 'two' }]
  for (const pageSize of ['7', '55', '2147483647', '2147483648', 'abc', '0', '-1', '1001', '']) asked.push({ pageSize })
  for (const page of ['1', '2', '9', '10']) asked.push({ page, pageSize: '7' })
  for (const query of asked) await look(`page ${JSON.stringify(query)}`, '/Skill', { fields: 'name', ...query })
  await look('page of a search', '/Skill', { query: 'name like "Skill%"', pageSize: '7', fields: 'name' })
}

async function projections(look: Look, shape: (what: string, query: Query) => Promise<void>): Promise<void> {
  const [one, other] = [`/ServiceCall/${id('82')}`, `/ServiceCall/${external('call-81')}`]
  for (const query of [
    {},
    { fields: 'subject,remarks' },
    { fields: 'id,externalId' },
    { fields: 'nothing' },
    { useExternalIds: 'true' },
    { useExternalIds: 'false' },
    { fields: 'businessPartner', useExternalIds: 'true' },
  ] as Query[]) {
    const what = JSON.stringify(query)
    await look(`by id ${what}`, one, query)
    await look(`by external id ${what}`, other, query)
    await shape(`list ${what}`, query)
  }
  await look('long text in a list', '/Activity', { query: 'code = "shape"' })
}

async function expansions(
  look: Look,
  shape: (what: string, query: Query) => Promise<void>,
  calls: Data,
): Promise<void> {
  const one = `/ServiceCall/${id('81')}`
  const wanted = [
    'businessPartner',
    'businessPartner;fields=name,code',
    'businessPartner;fields=nothing',
    'businessPartner;only=name',
    'activities',
    'activities;fields=subject',
    'count(activities)',
    'count(businessPartner)',
    'technicians',
    'nothing',
    'subject',
    'object.objectId(ServiceCall)',
  ]
  for (const expand of wanted) {
    await look(`expand ${expand}`, one, { dtos, expand })
    await shape(`list, expand ${expand}`, { dtos, expand })
  }
  await look('expand with external ids', one, { dtos, expand: 'activities', useExternalIds: 'true' })
  await look('expand, whole list', '/ServiceCall', { dtos, expand: 'businessPartner' })
  await look('by external id, expand', `/ServiceCall/${external('call-81')}`, { dtos, expand: 'businessPartner' })
  await look('expand in an older version', one, {
    dtos: 'ServiceCall.27;BusinessPartner.17',
    expand: 'businessPartner',
  })
  await look('expand without its dto', one, { expand: 'businessPartner' })
  await look('expand without permission', one, { dtos, expand: 'businessPartner' }, calls)
  for (const tail of ['91', '92'])
    for (const type of ['ServiceCall', 'Equipment', 'Nothing'])
      await look(`object ${tail} as ${type}`, `/Activity/${id(tail)}`, { dtos, expand: `object.objectId(${type})` })
  await look('several', `/Activity/${id('91')}`, { dtos, expand: ['serviceCall', 'object.objectId(ServiceCall)'] })
  await look('several of one side', one, {
    dtos,
    expand: ['businessPartner', 'activities;fields=subject', 'count(activities)'],
  })
}
