import { describe, expect, it } from 'vitest'
import {
  elementOf,
  mustBeExpanded,
  mustCount,
  dtosPairs,
  type Family,
} from '../../../../suites/data/expansion/steps.ts'
import { expansionOf, referenceTo, referredBy } from '../../../../suites/data/inverse-end.ts'
import { drawnWithText } from '../../../../suites/data/offered.ts'
import type { Context } from '../../../../src/kit/index.ts'
import type { Stored } from '../../../../suites/data/steps.ts'
import { answered } from '../../../kit/answers.ts'

const record = (resource: string, n: number, more: object = {}): Stored => {
  const id = String(n).padStart(32, '0')
  return {
    resource,
    id,
    externalId: `own-${n}`,
    lastChanged: 1000 + n,
    dto: { id, externalId: `own-${n}`, lastChanged: 1000 + n, ...more },
  }
}
const [one, two, stranger] = [record('Activity', 1), record('Activity', 2), record('Activity', 3)]
const parent = record('ServiceCall', 9, { subject: 'x', remarks: null })
const family: Family = { field: 'activities', parent, related: [one, two], strangers: [stranger] }
const related = [one.dto, two.dto]
const call = (more: object) => ({ serviceCall: { ...parent.dto, ...more } })
const judged = (body: object) => mustBeExpanded(answered(200, body), parent.dto, family)

describe('expanded records', () => {
  it.each(
    Object.entries({
      'in the place of the field': { data: [call({ activities: related })] },
      'each under the key of its resource': { data: [call({ activities: related.map((activity) => ({ activity })) })] },
      'beside the others': { data: [{ ...call({}), expanded: { activities: { data: related } } }] },
      'beside the list': { data: [call({ activities: [one.id, two.id] })], included: related },
      'with ids in lower case and more fields': {
        data: [
          call({
            activities: related
              .map((dto) => ({ ...dto, id: one.id, type: 'a' }))
              .map((dto, n) => ({ ...dto, id: [one, two][n]?.id })),
          }),
        ],
      },
      'where unset fields are left out': {
        data: [
          { serviceCall: { id: parent.id, externalId: 'own-9', lastChanged: 1009, subject: 'x', activities: related } },
        ],
      },
      'among other records': { data: [{ serviceCall: record('ServiceCall', 8).dto }, call({ activities: related })] },
    }),
  )('may stand %s', async (_, body) => {
    await expect(judged(body)).resolves.toBeUndefined()
  })

  it.each(
    Object.entries({
      none: { data: [call({})] },
      'ids only': { data: [call({ activities: [one.id, two.id] })] },
      'ids and external ids apart': {
        data: [
          call({ activities: [{ id: one.id }, { externalId: 'own-1' }, { id: two.id }, { externalId: 'own-2' }] }),
        ],
      },
      'the first only': { data: [call({ activities: [one.dto] })] },
      'another one too': { data: [call({ activities: [...related, stranger.dto] })] },
      'the fields of another': { data: [call({ activities: [one.dto, { ...stranger.dto, id: two.id }] })] },
      'all, but the record changed': { data: [call({ activities: related, subject: 'y' })] },
      'all, but the record lost a field': {
        data: [{ serviceCall: { id: parent.id, externalId: 'own-9', lastChanged: 1009, activities: related } }],
      },
      'all, but the record is missing': { data: [], included: related },
    }),
  )('may not be: %s', async (_, body) => {
    await expect(judged(body)).rejects.toThrow(/expected/)
  })

  const made = {
    dtos: { ServiceCall: { version: 27 }, Activity: { version: 43 } },
    fixtures: { inverse: { resource: 'ServiceCall', field: 'activities', to: 'Activity', by: 'serviceCall' } },
  }
  /** The expansion shows these records beside the two that are known. */
  const showing = (...more: readonly object[]): Context => {
    const body = { data: [call({ activities: [...related, ...more] })] }
    return { target: made, api: { data: { get: () => Promise.resolve(answered(200, body)) } } } as unknown as Context
  }
  const counted = (element: object, context = showing()) =>
    mustCount(context, answered(200, { data: [element] }), parent.dto, family)
  it('may be more by what the service made itself, as the expansion shows it', async () => {
    const own = { ...record('Activity', 4).dto, serviceCall: parent.id }
    await expect(counted(call({ 'count(activities)': 3 }), showing(own))).resolves.toBeUndefined()
    await expect(counted(call({ 'count(activities)': 4 }), showing(own))).rejects.toThrow(/expected/)
  })
  it.each([
    call({ 'count(activities)': 2 }),
    call({ activities: 2 }),
    call({ activities: { count: '2' } }),
    { ...call({}), counts: { activities: 2 } },
    call({ 'count(activities)': 2, pageSize: 20 }),
  ])('may be counted as in %j', async (element) => {
    await expect(counted(element)).resolves.toBeUndefined()
  })
  it.each([
    call({}),
    call({ 'count(activities)': 3 }),
    call({ activities: related }),
    call({ 'count(activities)': true }),
    call({ 'count(activities)': null }),
    { ...call({ subject: 'y' }), count: 2 },
    { activity: { ...parent.dto, count: 2 } },
  ])('may not be counted as in %j', async (element) => {
    await expect(counted(element)).rejects.toThrow(/expected/)
  })

  it('belong to the element of their record', () => {
    const elements = [{ serviceCall: record('ServiceCall', 8).dto }, call({}), null, 'x']
    expect(elementOf(answered(200, { data: elements }), parent)).toEqual(call({}))
    expect(elementOf(answered(404, {}), parent)).toBeUndefined()
    expect(elementOf(answered(200, 'no json'), parent)).toBeUndefined()
  })

  it('have a version each in dtos', () => {
    const target = { dtos: { ServiceCall: { version: 27, syncBase: 10 }, Activity: { version: 43, syncBase: 10 } } }
    expect(dtosPairs({ target: target as never }, 'ServiceCall', 'Activity', 'Activity')).toBe(
      'ServiceCall.27;Activity.43',
    )
  })
})

describe('what refers to a record in the field of an inverse relation', () => {
  const inverse = { resource: 'ServiceCall', field: 'activities', to: 'Activity', by: 'object' }
  const objectReference = {
    resource: 'Activity',
    field: 'object',
    id: 'objectId',
    type: 'objectType',
    types: { ServiceCall: 'SERVICECALL' },
  }
  const of = (fixtures: object) => ({ target: { fixtures } }) as unknown as Context

  it('is an object, whole, where the target file says that the field holds object references', () => {
    const context = of({ inverse, objectReference })
    const sent = referenceTo(context, one.id)
    expect(sent).toEqual({ objectId: one.id, objectType: 'SERVICECALL' })
    expect(referredBy(context, sent)).toBe(one.id)
    expect(referredBy(context, null)).toBeUndefined()
    expect(expansionOf(context)).toBe('object.objectId(ServiceCall)')
  })

  it.each([{ inverse }, { inverse, objectReference: { ...objectReference, resource: 'Equipment' } }])(
    'is an id otherwise',
    (fixtures) => {
      expect(referenceTo(of(fixtures), one.id)).toBe(one.id)
      expect(referredBy(of(fixtures), one.id)).toBe(one.id)
      expect(expansionOf(of(fixtures))).toBe('object')
    },
  )
})

it('a resource without a text is not drawn for what a text is written to', () => {
  const dtos = { Material: { syncBase: 10 }, Person: { syncBase: 10 } }
  const target = { fixtures: {}, dtos, templates: { Material: { quantity: 1.5 }, Person: { lastName: 'Fieldproof' } } }
  const drawn = (seed: number) => drawnWithText({ target, seed } as unknown as Context)
  expect([0, 1, 2, 3].map(drawn)).toEqual(['Person', 'Person', 'Person', 'Person'])
})
