import { check, must } from '../../../src/kit/index.ts'
import { data } from '../record/requirements.ts'
import { stored } from '../steps.ts'
import { caseNamed } from './cases.ts'
import { heldBy, holding, mustMean } from './steps.ts'

check(
  data['service-call-date-times'],
  'digits-of-no-local-hour',
  { needs: ['writes', 'service-call'], brokenBy: ['date-times-leap-into-summer'], effects: true },
  async (context) => {
    const of = caseNamed('date-time')
    // Clocks of Central Europe go from two to three on this day: no hour of UTC is left out.
    const value = '2027-03-28T02:30:00Z'
    const held = await holding(context, of, value)
    mustMean(context, 'as it was written', await heldBy(context, held), { of, held, value })
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
