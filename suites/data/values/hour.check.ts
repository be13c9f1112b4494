import { momentOf } from '../../../src/exchange/moment.ts'
import { check, must } from '../../../src/kit/index.ts'
import { data } from '../record/requirements.ts'
import { call, read, stored, succeeded, whole } from '../steps.ts'
import { caseNamed } from './cases.ts'
import { heldBy, holding, mustMean } from './steps.ts'

check(
  data['service-call-date-times'],
  'digits-of-no-local-hour',
  { needs: ['writes', 'service-call'], brokenBy: ['date-times-leap-into-summer'], effects: true },
  async (context) => {
    const of = caseNamed('date-time')
    // Clocks of Central Europe go from two to three on this day: no hour of UTC is left out.
    const held = await holding(context, of, '2031-03-30T02:30:00Z')
    mustMean(context, 'as it was written', await heldBy(context, held), { of, held, value: held.value })
  },
)

check(
  data['service-call-date-times'],
  'at-midnight',
  { needs: ['writes', 'service-call'], brokenBy: ['midnight-shown-as-a-bare-date'], effects: true },
  async (context) => {
    const { dto } = await stored(context, {
      startDateTime: '2031-05-04T00:00:00Z',
      endDateTime: '2031-05-04T08:00:00Z',
    })
    const shown = dto['startDateTime']
    if (typeof shown !== 'string') return
    must.hold('a startDateTime with its time', /\dT\d/.test(shown), shown)
  },
)

const isWhole = (moment: number): boolean => moment % 1000 === 0

check(
  data['service-call-date-times'],
  'with-one-digit-of-a-fraction',
  { needs: ['writes', 'service-call'], brokenBy: ['fraction-of-a-second-read-as-milliseconds'], effects: true },
  async (context) => {
    await stored(context)
    const sent = { startDateTime: '2031-05-04T08:00:00.5Z', endDateTime: '2031-05-04T09:00:00.25Z' }
    const body = whole(context, { id: context.fresh.id(), ...sent })
    const answer = await context.api.data.create(call, body)
    // How exact a date-time is, is not stated: it may be refused, or be of a whole second.
    if (!succeeded(answer)) return must.refused4xx(answer)
    const dto = await read(context.api, String(body['id']))
    must.present('the created record', dto, answer)
    for (const [field, value] of Object.entries(sent)) {
      const shown = dto?.[field]
      if (typeof shown !== 'string') continue
      const [is, due] = [momentOf(shown), momentOf(value)]
      must.hold(`${field} ${value}, or that moment without its fraction`, is === due || isWhole(is), shown)
    }
  },
)
