import { check, each, holdsId, must, rely, settle, show, type Context } from '../../../src/kit/index.ts'
import { lockRefusalMismatch } from '../model/lock.ts'
import { around, deletions, find, mustBeListed, mustNotBeListed, removed, timeOfDeletion, type Span } from './steps.ts'
import { data } from '../record/requirements.ts'
import { deleted } from './requirements.ts'
import { call, changed, current, stored, succeeded, type Stored } from '../steps.ts'

check(
  deleted['deleted-interval'],
  'bounds',
  {
    brokenBy: [
      'deleted-from-exclusive',
      'deleted-to-inclusive',
      'deleted-from-ignored',
      'deleted-to-ignored',
      'deleted-empty',
    ],
    effects: true,
  },
  async (context) => {
    const record = await removed(context)
    const time = await timeOfDeletion(context, record, around(record))
    // Halving loses the deletion if the halves of an interval do not list what the whole does. Bounds that are both shifted look the same as a shifted time.
    const there = await find(context, record, { from: time, to: time + 1 })
    must.present(`the deletion listed from ${time} to ${time + 1}, where halving the interval led`, there)
    const spans = [
      [time - 1, time],
      [time + 1, time + 2],
      [time + 1, around(record).to],
    ] as const
    await each(spans, ([from, to]) =>
      mustNotBeListed(context, record, { from, to }, `for it is listed from ${time} to ${time + 1}`),
    )
  },
)

const ways = {
  'by-id': 'deleted-empty',
  forced: 'deleted-forced-missing',
  'by-external-id': 'deleted-by-external-id-missing',
} as const

for (const way of ['by-id', 'forced', 'by-external-id'] as const) {
  check(
    deleted['deleted-interval'],
    `deleted-${way}`,
    {
      brokenBy: [
        ways[way],
        way === 'by-external-id' ? 'del-own-hidden-extid' : 'deleted-listing-without-what-the-caller-wrote-last',
      ],
      effects: true,
    },
    async (context) => {
      const record = await stored(context)
      await deletions[way](context, record)
      await mustBeListed(context, record, around(record))
    },
  )
}

/** A record last written late within a second: a time cut to whole seconds is then well before that. */
async function writtenLate(context: Context): Promise<Stored> {
  let record = await stored(context)
  for (let tries = 0; tries < 5 && (record.lastChanged % 1000 < 500 || record.lastChanged % 1000 > 700); tries += 1) {
    await context.wait((1550 - (record.lastChanged % 1000)) % 1000)
    record = await changed(context, record)
  }
  return record
}

for (const way of ['by-id', 'by-external-id'] as const)
  check(
    deleted['deleted-interval'],
    way === 'by-id' ? 'not-before-the-last-write' : 'not-before-the-last-write-by-external-id',
    {
      brokenBy: [way === 'by-id' ? 'deleted-times-in-seconds' : 'deletions-by-external-id-in-seconds'],
      effects: true,
    },
    async (context) => {
      // The clocks of a target's machines may differ by less than this, but hardly for both records.
      const tolerated = 400
      const early: Span[] = []
      for (const _ of ['first', 'second']) {
        const record = await writtenLate(context)
        await deletions[way](context, record)
        await mustBeListed(context, record, around(record))
        const found = await find(context, record, { from: around(record).from, to: record.lastChanged - tolerated })
        if (found) early.push(found.span)
      }
      must.hold(
        `no record listed at a time ${tolerated} ms or more before it was written last`,
        early.length < 2,
        `two such records, listed ${show(early)}`,
      )
    },
  )

check(
  deleted['deleted-interval'],
  'from-after-the-last-write',
  { brokenBy: ['deleted-range-on-record-lastchanged', 'deleted-empty'], effects: true },
  async (context) => {
    const record = await stored(context)
    await context.wait(1500)
    await deletions['by-id'](context, record)
    // The clocks of a target's machines may differ by less than the rest of that time.
    await mustBeListed(context, record, { from: record.lastChanged + 500, to: around(record).to })
  },
)

check(
  deleted['deleted-interval'],
  'refused-by-the-lock',
  { brokenBy: ['deleted-refused-listed'], effects: true },
  async (context) => {
    const before = await stored(context)
    const now = await changed(context, before)
    const refusal = await context.api.data.remove(call, now.id, before.lastChanged)
    await rely(data['stale-lock-refused'], async () => settle(lockRefusalMismatch(refusal, now.lastChanged)))
    const control = await removed(context)
    await rely(data['stale-lock-changes-nothing'], async () => {
      await current(context.api, now)
    })
    await mustBeListed(context, control, around(now))
    await mustNotBeListed(context, now, around(now), 'for its deletion was refused')
  },
)

check(
  deleted['deleted-interval'],
  'records-that-are-there',
  { brokenBy: ['deleted-live-listed', 'deleted-empty'], effects: true },
  async (context) => {
    const live = [await stored(context), await changed(context, await stored(context))]
    const control = await removed(context)
    await mustBeListed(context, control, around(control))
    for (const record of live) {
      await current(context.api, record)
      await mustNotBeListed(context, record, around(record), 'for it was not deleted')
    }
  },
)

check(
  deleted['deleted-interval'],
  'from-nought-and-turned',
  {
    brokenBy: ['deleted-from-nought-is-missing', 'deleted-turns-reversed-bounds'],
    effects: true,
  },
  async (context) => {
    const record = await removed(context)
    const { from, to } = around(record)
    await mustBeListed(context, record, { from, to })
    // Of the first second of all: nothing was deleted then. How long deletions are remembered is not stated: from 1 is refused then, too.
    const early = await context.api.data.deleted(call, { from: 0, to: 1000 })
    if (!succeeded(early) && succeeded(await context.api.data.deleted(call, { from: 1, to: 1000 }))) must.success(early)
    must.hold('no listing of the record from 0 to 1000', !holdsId(early.json, record.id), early.text)
    const turned = await context.api.data.deleted(call, { from: to, to: from })
    // Whether an interval that ends before it begins is refused is not stated.
    if (!succeeded(turned)) return must.refused4xx(turned)
    must.hold('no listing of the record where from is after to', !holdsId(turned.json, record.id), turned.text)
  },
)
