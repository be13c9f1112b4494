import { describe, expect, it } from 'vitest'
import { holds, holdsId, newNumbers, objectsWith, placesOfValue } from '../../src/kit/anywhere.ts'

const id = '0A0B0C0D0E0F00010203040506070809'
const spellings = [id, id.toLowerCase(), '0a0b0c0d-0e0f-0001-0203-040506070809']

describe('looking anywhere in an answer', () => {
  it.each(spellings)('finds an id spelt %s as a value, in a list, within an object or as a key', (spelt) => {
    for (const body of [spelt, [spelt], { deletedIds: [{ id: spelt }] }, { data: { [spelt]: null } }])
      expect(holdsId(body, id)).toBe(true)
    expect(holdsId({ deletedIds: [`${spelt}0`, { id: null }, 7] }, id)).toBe(false)
  })

  it('finds the object that has a value, and tells where', () => {
    const body = { data: [{ call: { partner: [{ id: 1, name: 'x' }], also: { partner: { name: 'x' } } } }] }
    expect(objectsWith(body, 'x').map(({ path }) => path)).toEqual([
      'data[].call.partner[]',
      'data[].call.also.partner',
    ])
    expect(placesOfValue(body, 'x')).toEqual(['data[].call.partner[].name', 'data[].call.also.partner.name'])
    expect(objectsWith(body, 'y')).toEqual([])
    expect(holds(body, 'y')).toBe(false)
  })

  it.each([
    [{ call: { priority: 3, 'count(activities)': 3 } }, [3]],
    [{ call: { priority: 3, activities: '3' } }, [3]],
    [{ call: { priority: 3 }, counts: { activities: 3 } }, [3]],
    [{ call: { priority: 3 } }, []],
    [{ call: { priority: 3, code: 'A3', activities: null } }, []],
  ])('tells the numbers that are new in %j', (element, numbers) => {
    expect(newNumbers(element, { call: { priority: 3 } })).toEqual(numbers)
  })
})
