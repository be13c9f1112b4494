import { check, eventually, matchers, must } from '../../src/kit/index.ts'
import { succeeded } from '../data/steps.ts'
import { service } from '../service/requirements.ts'
import { documented, mustBeSame } from '../service/same.ts'
import { partOf, type Part } from '../service/tree.ts'
import { optimization } from './requirements.ts'
import { mustHaveMoved, rescheduled } from './rescheduled.ts'
import { accepted, ownActivities, wish } from './wish.ts'

/** What a plugin does with an activity is not shown (B-OPT-16): these are no part of when it takes place, where, and by whom. */
const whole = [
  'subject',
  'externalId',
  'type',
  'remarks',
  'dueDateTime',
  'earliestStartDateTime',
  'attachments',
  'requirements',
  'reservedMaterials',
  'udfValues',
]

check(
  service['round-trip'],
  'activity-after-a-job',
  {
    calls: ['optimization'],
    alone: true,
    needs: [...(optimization.interval.needs ?? []), 'service-call'],
    brokenBy: [
      'service-activity-without-remarks-once-rescheduled',
      'service-activity-with-its-first-remarks-once-rescheduled',
    ],
    effects: true,
  },
  async (context) => {
    const { call, ids, starts } = await ownActivities(context, 2, { remarks: context.fresh.text() })
    const read = async (id: string): Promise<Part> => {
      const answer = await context.api.service.activity(call, id)
      must.status(answer, 200)
      return partOf(answer.json)
    }
    const before = []
    for (const id of ids) before.push({ id, activity: await read(id) })
    await accepted(context, wish(context, ids))
    const [first] = before
    // While a job is in progress, what it works on may be refused to others.
    if (first && 'Activity' in context.target.dtos) {
      const remarks = context.fresh.text()
      const answer = await context.api.data.patch('Activity', first.id, { remarks }, { force: true })
      if (succeeded(answer)) first.activity = { ...first.activity, remarks }
    }
    mustHaveMoved(await rescheduled(context, call, ids, starts))
    for (const { id, activity } of before) {
      // How soon a change of the record shows here is not stated.
      await eventually(
        context,
        () => read(id),
        (now) => matchers.equal('remarks of an activity after a job', now['remarks'], activity['remarks']),
        { lag: 10_000 },
      )
      mustBeSame(
        'an activity before and after a job, but for its planning',
        documented(activity, whole, {}),
        documented(await read(id), whole, {}),
      )
    }
  },
)
