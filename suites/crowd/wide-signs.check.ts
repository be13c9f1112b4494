import { check, must } from '../../src/kit/index.ts'
import { mustHaveNamesInTheList } from './on-a-page.ts'
import { crowd } from './requirements.ts'
import { address, addressTaken, api, mustShowSent, person, readAddress, readTechnician, resultsOf } from './steps.ts'
import { technician, updateTaken } from './steps.ts'

/** Signs that some stores take four bytes for, or two units, with others behind them. */
const wide = '𠮷🔧 end'

// Which texts are acceptable is not said: they may be refused, but not kept changed.
check(
  crowd['write-is-read'],
  'wide-signs-in-names',
  {
    brokenBy: ['crowd-create-cuts-names-at-wide-signs', 'crowd-update-cuts-names-at-wide-signs'],
    effects: true,
  },
  async (context) => {
    const { fresh } = context
    const names = () => ({ firstName: `First ${wide}`, lastName: `${fresh.text()} ${wide}` })
    const plainer = () => ({ firstName: 'First', lastName: fresh.text() })
    const made = await technician(context, names(), plainer())
    mustShowSent('the technician as read', await readTechnician(context, made.externalId), made.sent)
    await mustHaveNamesInTheList(context, made, made.sent)
    const { answer, sent } = await updateTaken(context, made, person(context, names()), plainer())
    must.status(answer, 200, 201)
    mustShowSent('the technician as read after an update', await readTechnician(context, made.externalId), sent)
  },
)

check(
  crowd['write-is-read'],
  'wide-signs-in-an-address',
  { brokenBy: ['crowd-addresses-cut-at-wide-signs'], effects: true },
  async (context) => {
    const owner = await technician(context)
    const place = () => address(context, { city: `${context.fresh.text()} ${wide}`, streetName: `Street ${wide}` })
    const first = await addressTaken(context, owner, place())
    const made = first.answer.status < 300 ? first : await addressTaken(context, owner)
    must.status(made.answer, 201)
    const id = String(resultsOf(made.answer)[0]?.['id'])
    mustShowSent('the address as read', await readAddress(context, owner.externalId, id), made.sent)
    if (made !== first) return
    const changed = { ...made.sent, ...place() }
    const answer = await api(context).updateAddress(owner.externalId, id, changed)
    must.status(answer, 200, 201)
    mustShowSent('the address as read after an update', await readAddress(context, owner.externalId, id), changed)
  },
)
