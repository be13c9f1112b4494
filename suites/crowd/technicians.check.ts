import { momentOf } from '../../src/exchange/moment.ts'
import { Blocked, check, must, objectOf, rely, Unexercised } from '../../src/kit/index.ts'
import { mustHaveNamesInTheList } from './on-a-page.ts'
import { crowdEmail, freshDigits } from './plainer.ts'
import { crowd } from './requirements.ts'
import { distinctPerson, plainerPerson } from './same-everywhere.ts'
import { mustShowArea } from './service-area.ts'
import { api, createTaken, mustShowSent, person, readTechnician, resultsOf, technician, updateTaken } from './steps.ts'

const area = {
  googlePlaceId: 'fieldproof-place',
  latitude: 49.25,
  // West of Greenwich by less than a degree.
  longitude: -0.75,
  radius: { unit: 'km', value: 12.5 },
}

check(
  crowd.served,
  'list',
  { brokenBy: ['crowd-missing', 'crowd-header-names-in-their-case-only', 'crowd-request-id-demanded'] },
  async (context) => {
    let answer = await api(context).list({ query: { Size: '1' } })
    // With nobody in it a list may be told with 404, which is listed (B-CRW-19).
    if (answer.status === 404) {
      if (!context.target.writes) throw new Blocked('a list is answered 404, as one of nobody may be')
      must.status((await createTaken(context, person(context))).answer, 201)
      answer = await api(context).list({ query: { Size: '1' } })
    }
    must.status(answer, 200)
    must.be('results', objectOf(answer)['results'], 'an array', answer)
    // Names of headers have no letter case, and an id of the request is none of those that are due.
    const sent = answer.exchange.request.headers.find(([name]) => name === 'X-Company-Id')
    if (!sent) return
    const headers = { 'X-Company-Id': undefined, 'x-company-id': sent[1], 'X-Request-ID': undefined }
    must.status(await api(context).list({ headers, query: { Size: '1' } }), 200)
  },
)

check(
  crowd.create,
  'required-fields-only',
  {
    brokenBy: [
      'crowd-mobile-phone-demanded',
      'crowd-mobile-phone-demanded-with-address',
      'crowd-mobile-phone-demanded-with-area',
    ],
    effects: true,
  },
  async (context) => {
    const { mobilePhone: _optional, ...sent } = person(context)
    const answer = await api(context).create(sent)
    must.status(answer, 201)
    must.some('technician in results', resultsOf(answer), answer)
    must.present(
      'the technician by its external id',
      await readTechnician(context, String(resultsOf(answer)[0]?.['externalId'])),
    )
    const { mobilePhone: _neither, ...more } = distinctPerson(context, 1)
    must.status((await createTaken(context, more, plainerPerson(context, 1))).answer, 201)
  },
)

check(
  crowd['external-id'],
  'used-in-other-requests',
  {
    brokenBy: [
      'crowd-external-id-constant',
      'crowd-external-id-of-another',
      'crowd-guid-taken-as-external-id',
      'crowd-external-id-of-the-caller',
      'crowd-create-overwrites-whose-external-id-is-sent',
    ],
    effects: true,
  },
  async (context) => {
    const own = context.fresh.id()
    const sent = person(context, { externalId: own })
    const answer = await api(context).create(sent)
    const told = resultsOf(answer)[0]?.['externalId']
    must.differ('the external id of a technician that was sent with one', told, own)
    // What it does not generate it may refuse.
    const other =
      answer.status < 300 && typeof told === 'string' ? { externalId: told, sent } : await technician(context)
    const one = await technician(context)
    must.differ('the external id of another technician', other.externalId, one.externalId)
    const twin = await api(context).create(person(context, { externalId: one.externalId }))
    const given = resultsOf(twin)[0]?.['externalId']
    must.differ('the external id of a technician that was sent with that of another one', given, one.externalId)
    mustShowSent('the first technician', await readTechnician(context, one.externalId), {
      lastName: one.sent['lastName'],
    })
    mustShowSent('the second technician', await readTechnician(context, other.externalId), {
      lastName: other.sent['lastName'],
    })
  },
)

check(
  crowd.read,
  'by-external-id',
  { brokenBy: ['crowd-read-empty', 'crowd-id-found-by-its-beginning'], effects: true },
  async (context) => {
    const { externalId } = await technician(context)
    const answer = await api(context).get(externalId)
    must.status(answer, 200)
    must.equal(
      'external ids in results',
      resultsOf(answer).map((one) => one['externalId']),
      [externalId],
    )
    const beginning = await api(context).get(externalId.slice(0, -3))
    must.lack('technician under the beginning of its external id', beginning.json, externalId)
  },
)

check(
  crowd.update,
  'by-external-id',
  {
    brokenBy: [
      'crowd-update-refused',
      'crowd-update-demands-partner',
      'crowd-update-of-the-same-204',
      'crowd-update-of-the-same-bare',
      'crowd-same-update-without-results',
      'crowd-second-update-demands-partner',
    ],
    effects: true,
  },
  async (context) => {
    const { externalId, sent } = await technician(context)
    const whole: Record<string, unknown> = { ...sent, firstName: 'Changed' }
    delete whole['businessPartner']
    const answer = await api(context).update(externalId, whole)
    must.status(answer, 200, 201)
    must.some('technician in results', resultsOf(answer), answer)
    must.equal('the first name', (await readTechnician(context, externalId))?.['firstName'], 'Changed')
    const again = await api(context).update(externalId, whole)
    must.status(again, 200, 201)
    must.some('technician in results of the same update', resultsOf(again), again)
  },
)

check(
  crowd['technician-shape'],
  'created-at-of-a-changed-technician',
  { brokenBy: ['crowd-created-at-moves'], effects: true },
  async (context) => {
    const { externalId, sent } = await technician(context)
    const createdAt = async () => momentOf((await readTechnician(context, externalId))?.['createdAt'])
    const before = await createdAt()
    if (Number.isNaN(before)) throw new Unexercised('the record tells no createdAt')
    await rely(crowd.update, async () => must.status(await api(context).update(externalId, sent), 200, 201))
    must.equal('createdAt after an update', await createdAt(), before)
  },
)

check(
  crowd['write-is-read'],
  'created-technician',
  {
    brokenBy: [
      'crowd-encoded-slash-splits-path',
      'crowd-create-drops-email',
      'crowd-create-drops-mobile',
      'crowd-names-cut',
      'crowd-no-umlauts',
      'crowd-email-in-lower-case',
    ],
    effects: true,
  },
  async (context) => {
    const { externalId, sent } = await technician(
      context,
      {
        firstName: 'Zoë-Łucja 漢 with a long first name of hers',
        email: crowdEmail(context, `Zoe.O.${context.fresh.tag}`),
      },
      { firstName: 'Zoë', email: crowdEmail(context, `zoe.o.${context.fresh.tag}`.toLowerCase()) },
    )
    mustShowSent('the technician as read', await readTechnician(context, externalId), sent)
  },
)

check(
  crowd['write-is-read'],
  'updated-technician',
  {
    brokenBy: [
      'crowd-update-drops-mobile',
      'crowd-update-drops-email',
      'crowd-update-no-effect',
      'crowd-digits-as-number',
      'crowd-partner-by-another-id',
      'crowd-list-shows-old-names',
    ],
    effects: true,
  },
  async (context) => {
    const [one, other] = [await technician(context), await technician(context)]
    const { answer, sent } = await updateTaken(
      context,
      one,
      person(context, { mobilePhone: `0033${freshDigits(context)}` }),
    )
    must.status(answer, 200, 201)
    mustShowSent('the technician as read', await readTechnician(context, one.externalId), sent)
    await mustHaveNamesInTheList(context, one, sent)
    mustShowSent('another technician as read', await readTechnician(context, other.externalId), {
      lastName: other.sent['lastName'],
    })
  },
)

check(
  crowd['write-is-read'],
  'service-area',
  {
    brokenBy: [
      'crowd-service-area-dropped',
      'crowd-radius-rounded',
      'crowd-update-cuts-miles',
      'crowd-update-swaps-coordinates',
      'crowd-update-turns-miles-to-km',
      'crowd-update-shouts-unit',
      'crowd-update-unit-km',
      'crowd-update-keeps-unit',
      'crowd-zero-is-nothing',
      'crowd-update-with-area-swaps-names',
      'crowd-coordinate-near-zero-unsigned',
      'crowd-miles-become-kilometres',
    ],
    effects: true,
  },
  async (context) => {
    const made = await technician(context, { serviceArea: area })
    mustShowArea(await readTechnician(context, made.externalId), made.sent)
    const changed = { ...area, latitude: 51.5, longitude: 0, radius: { unit: 'mi', value: 7.5 } }
    const { answer, sent } = await updateTaken(context, made, person(context, { serviceArea: changed }))
    must.status(answer, 200, 201)
    const shown = await readTechnician(context, made.externalId)
    mustShowArea(shown, sent)
    mustShowSent('names beside the area', shown, { firstName: sent['firstName'], lastName: sent['lastName'] })
  },
)
