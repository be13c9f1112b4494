import { expect, test } from 'vitest'
import { activityDesk } from '../../src/session/activity-desk.ts'

const listed = ['A1', 'A2'].map((activityId) => ({ activityId, technicianId: 'T1' }))

const deskOf = (plannedActivities: typeof listed) =>
  activityDesk(
    { controls: {}, fixtures: { plannedActivities } } as unknown as Parameters<typeof activityDesk>[0],
    { own: () => undefined } as unknown as Parameters<typeof activityDesk>[1],
    {} as Parameters<typeof activityDesk>[2],
    () => undefined,
  )

test('in place of one of a list that is refused the next is taken, and only that one was led to another state', async () => {
  const desk = deskOf(listed)
  const first = await desk.planned()
  const second = await desk.planned({ inPlaceOf: { ...first, refusedWith: 409 } })
  expect([first.activityId, second.activityId]).toEqual(['A1', 'A2'])
  expect(desk.usedUp()).toHaveLength(1)
  expect(desk.usedUp()[0]).toMatch(/^1 of fixtures\.plannedActivities .*: A2$/)
})

test('a list that an earlier run has used up says so, and with what its activities are refused', async () => {
  const desk = deskOf(listed.slice(0, 1))
  const first = await desk.planned()
  await expect(desk.planned({ inPlaceOf: { ...first, refusedWith: 409 } })).rejects.toThrow(
    /confirmed.* 409.*earlier run/s,
  )
  await expect(deskOf([]).planned()).rejects.toThrow(/has no activity left$/)
})
