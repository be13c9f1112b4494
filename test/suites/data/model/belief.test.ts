import { describe, expect, it } from 'vitest'
import { believe, certain, takeIn, liveOf, newSlot, type Live } from '../../../../suites/data/model/belief.ts'

const live = (subject: string, lastChanged: number | undefined = 5): Live => ({
  is: 'live',
  subject,
  remarks: null,
  externalId: 'e',
  lastChanged,
})

describe('beliefs about a record', () => {
  it('begin with a record that was never there', () => {
    expect(certain(newSlot('i', 'e'))).toEqual({ is: 'absent', before: false })
  })

  it('are thinned out by what is seen', () => {
    const slot = newSlot('i', 'e')
    believe(slot, live('old'), { ...live('new'), lastChanged: undefined })
    expect(certain(slot)).toBeUndefined()
    expect(takeIn(slot, live('new', 9), 'a read')).toBeUndefined()
    expect(certain(slot)).toEqual(live('new', 9))
    expect(slot.versions).toEqual([9])
  })

  it('are broken by what none of them allows', () => {
    const slot = newSlot('i', 'e')
    believe(slot, live('old'), live('new'))
    expect(takeIn(slot, live('other'), 'a read to show')?.expected).toMatch(
      /^a read to show a record with .*old.* or a record with .*new/,
    )
    expect(takeIn(slot, { is: 'absent', before: true }, 'a read')?.actual).toBe('no record')
    expect(takeIn(slot, live('new', 6), 'a read')?.actual).toContain('"lastChanged":6')
  })

  it('take what stands in a record without remarks for removed ones', () => {
    const removed = { ...(live('new') as Live), remarks: null }
    for (const [none, seen, isBreach] of [
      ['', '', false],
      ['', null, false],
      ['', 'old', true],
      [null, '', true],
    ] as const) {
      const slot = { ...newSlot('i', 'e'), none }
      believe(slot, removed)
      expect(takeIn(slot, { ...removed, remarks: seen }, 'a read') !== undefined).toBe(isBreach)
    }
  })

  it('remember whether an absent record was ever there', () => {
    const slot = newSlot('i', 'e')
    expect(takeIn(slot, { is: 'absent', before: true }, 'a read')).toBeUndefined()
    expect(certain(slot)).toEqual({ is: 'absent', before: false })
  })

  it('take null and absent fields for one', () => {
    expect(liveOf({ subject: 's', lastChanged: 5, externalId: 'e' })).toEqual(
      liveOf({ subject: 's', remarks: null, lastChanged: 5, externalId: 'e' }),
    )
  })
})
