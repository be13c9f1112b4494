import { batch, get, id, list, patch, record, type Case, type Part, type Step } from './traffic.ts'

const bare = { id: id('a'), lastChanged: 1000, subject: 'x' }
const posted = (sent: object, more: Partial<Step> = {}): Step => ({
  method: 'POST',
  path: '/ServiceCall?dtos=ServiceCall.27',
  sent,
  status: 409,
  ...more,
})
const gone: Step = { method: 'DELETE', path: `/ServiceCall/${id('a')}?lastChanged=1000&dtos=ServiceCall.27` }

const expanding = (query: string): Step => ({ path: `/ServiceCall?${query}`, answer: { data: [] } })

const inlined = {
  ...bare,
  udfValues: [{ meta: id('d'), value: 'v', name: 'Depth' }],
  object: { objectId: id('b'), objectType: 'X' },
}
const changed = (sent: object): Step => patch(sent, undefined, { status: 400 })

const [eu, us, auth] = ['https://eu.example', 'https://us.example', 'https://auth.example']
const account = (accountName: string, origin: string, clusterName = origin): Step => ({
  path: `/api/directory/v1/accounts/${accountName}`,
  origin: auth,
  answer: { accountName, clusterName, URL: origin },
})
const granted = (origin: string, cluster = origin): Step => ({
  method: 'POST',
  path: '/api/oauth2/v1/token',
  origin,
  headers: [['Content-Type', 'application/x-www-form-urlencoded']],
  sent: 'grant_type=client_credentials',
  answer: { access_token: 'some-token-of-a-caller', scope: 'general', account: 'acme', cluster_url: cluster },
})
const listed = (origin: string): Step => ({ path: '/ServiceCall', origin, answer: { data: [] } })

const making = (resource: string, sent: object): Part => ({
  request: `POST /api/data/v4/${resource}?dtos=${resource}.25`,
  sent,
  status: 201,
})
const partner = making('BusinessPartner', { id: id('b'), externalId: 'B1' })
const call = making('ServiceCall', { businessPartner: id('b') })
const callOfExternalId = making('ServiceCall', { businessPartner: { externalId: 'B1' } })

const job = (...activityIds: string[]): Step => ({
  method: 'POST',
  path: '/optimization/api/v1/jobs/actions/re-optimize',
  sent: { activityIds, optimizationPlugin: 'Best', start: '2026-03-02T08:00:00Z', end: '2026-03-03T08:00:00Z' },
  status: 202,
  answer: { result: true },
})
const tree: Step = {
  path: `/api/service-management/v2/composite-tree/service-calls/${id('a')}`,
  answer: { id: { uuid: id('a') }, activities: [{ id: { uuid: id('e') } }] },
}

const updated = (sent: object): Step => ({ method: 'PUT', path: '/api/user/v1/users/12', sent, status: 400 })

const template = (schema: unknown): Step => ({
  path: '/ReportTemplate?dtos=ReportTemplate.1',
  answer: { data: [{ reportTemplate: { id: id('f'), lastChanged: 5, paramatersSchema: schema } }] },
})
const schema = {
  type: 'object',
  required: ['checklist'],
  additionalProperties: false,
  properties: { checklist: { type: 'string' }, copies: { type: ['integer', 'null'] }, paper: { enum: ['a4', 'a5'] } },
}
const built = (reportParameters: unknown, more: Partial<Step> = {}): Step => ({
  method: 'POST',
  path: '/api/reporting/v1/build',
  sent: { reportTemplate: id('f'), reportParameters },
  status: 400,
  ...more,
})

const zoned = (reportTimeZone: string): Step => built(undefined, { sent: { reportTimeZone } })

/** What callers owe to what they were told before, and to the other parts of their own calls: statements with an exclamation mark. */
export const callersTold: readonly Case[] = [
  ['a POST of what was just read', ['A-DAT-12!'], [get(record(bare)), posted({ ...bare, subject: 'y' })]],
  ['... in a batch', ['A-DAT-12!'], [get(record(bare)), batch([making('ServiceCall', bare)])]],
  ['... of what was deleted since', [], [get(record(bare)), gone, posted(bare)]],
  ['... of what may have been deleted by others', [], [get(record(bare)), posted(bare, { after: 900 })]],
  [
    '... that is said again, for want of an answer',
    [],
    [posted({ id: id('a') }, { status: 0 }), posted({ id: id('a') })],
  ],
  [
    '... by force',
    [],
    [get(record(bare)), posted(bare, { path: '/ServiceCall?dtos=ServiceCall.27&forceUpdate=true' })],
  ],
  [
    'an expanded partner whose DTO is not named',
    ['A-EXP-06!'],
    [expanding('dtos=ServiceCall.27&expand=businessPartner')],
  ],
  [
    '... beside another',
    ['A-EXP-06!'],
    [expanding('dtos=ServiceCall.27;BusinessPartner.25&expand=businessPartner&expand=equipments;fields=id')],
  ],
  ['... by whatever name', [], [expanding('dtos=ServiceCall.27;Customer.2&expand=businessPartner;fields=id')]],
  [
    '... of another field of the same kind',
    [],
    [expanding('dtos=ServiceCall.27;P.1&expand=technicians&expand=responsibles')],
  ],
  ['... only counted', [], [expanding('dtos=ServiceCall.27&expand=count(activities)')]],
  ['dtos that name another resource', ['A-PAR-01!'], [expanding('dtos=Equipment.24')]],
  [
    '... the one that is listed, in other letters and among others',
    [],
    [expanding('dtos=Equipment.24;serviceCall.27;')],
  ],
  [
    '... that of the records in a listing of deleted ones',
    ['A-PAR-01!'],
    [{ path: '/ServiceCall/deleted?from=1&to=2&dtos=ServiceCall.27', status: 400 }],
  ],
  [
    'a user-defined value without what it is of',
    ['A-REC-14!'],
    [get(record(inlined)), changed({ udfValues: [{ value: 'w' }] })],
  ],
  [
    '... whole, but for what the cluster adds',
    [],
    [get(record(inlined)), changed({ udfValues: [{ value: 'w', meta: id('d') }] })],
  ],
  ['... that was never shown', [], [changed({ udfValues: [{ value: 'w' }] })]],
  [
    '... of another version',
    [],
    [
      get(record(inlined), { path: `/ServiceCall/${id('a')}?dtos=ServiceCall.20` }),
      changed({ udfValues: [{ value: 'w' }] }),
    ],
  ],
  [
    'an object reference without its type',
    ['A-REC-14!'],
    [get(record(inlined)), changed({ object: { objectId: id('c') } })],
  ],
  ['... removed', [], [get(record(inlined)), changed({ object: null, udfValues: [] })]],
  ["a call to another account's cluster", ['A-GEN-03!'], [account('acme', eu), account('beta', us), listed(us)]],
  ['... to the own one', [], [account('acme', eu), account('beta', us), listed(eu)]],
  [
    '... that the cluster sent it to',
    [],
    [
      account('acme', eu),
      account('beta', us),
      { ...listed(eu), status: 307, answerHeaders: [['Location', `${us}/x`]] },
      listed(us),
    ],
  ],
  [
    '... to one of its names',
    [],
    [account('acme', eu, 'EU'), account('acme', us, 'EU'), account('beta', us, 'EU'), listed(us), listed(eu)],
  ],
  ['... to another node of the own cluster', [], [account('acme', eu, 'EU'), account('beta', us, 'EU'), listed(us)]],
  ['... to a name that nobody gave', [], [account('acme', eu), listed('https://proxy.example')]],
  ['a call to the token service', ['A-GEN-03!'], [granted(auth, eu), listed(eu), listed(auth)]],
  ['... that stands for all', [], [granted(auth, eu), listed(auth), listed(auth)]],
  ['a call without TLS', ['A-GEN-01!'], [account('acme', eu), listed(eu.replace('https', 'http'))]],
  ['... behind a proxy that ends it', [], [account('acme', 'http://eu.example'), listed('http://eu.example')]],
  [
    '... recorded where TLS has ended',
    [],
    [{ ...account('acme', eu), origin: 'http://directory.example' }, listed(eu.replace('https', 'http'))],
  ],
  ['a part that refers to what a later one creates', ['A-CON-02!'], [batch([call, partner])]],
  ['... by its external id', ['A-CON-02!'], [batch([callOfExternalId, partner])]],
  ['... an earlier one', [], [batch([partner, call, callOfExternalId])]],
  [
    '... what is deleted and made anew in between',
    [],
    [
      batch([
        call,
        { request: `DELETE /api/data/v4/BusinessPartner/${id('b')}?forceDelete=true`, status: 200 },
        partner,
      ]),
    ],
  ],
  [
    'dependent parts by external id, without a transaction',
    ['A-CON-03!'],
    [batch([partner, callOfExternalId], { transactional: false })],
  ],
  [
    'a part whose address carries a token',
    ['A-BAT-06!'],
    [
      batch([
        {
          request: `GET /api/data/v4/ServiceCall/${id('a')}?dtos=ServiceCall.27&access_token=x`,
          status: 200,
          answer: record(bare),
        },
      ]),
    ],
  ],
  [
    'a part that names a host',
    ['A-BAT-04!'],
    [batch([{ request: `GET //cluster.example/api/data/v4/ServiceCall?dtos=ServiceCall.27`, status: 400 }])],
  ],
  ['a service call to be rescheduled', ['B-OPT-02!'], [tree, job(id('e'), id('a'))]],
  ['... of the Data API', ['B-OPT-02!'], [{ path: '/ServiceCall', answer: list(bare) }, job(id('a'))]],
  ['... an activity', [], [tree, job(id('e'))]],
  [
    'a job that names no plugin',
    ['B-OPT-02!'],
    [{ ...job(id('e')), sent: { activityIds: [id('e')], start: '2026-03-02T08:00:00Z', end: '2026-03-03T08:00:00Z' } }],
  ],
  [
    '... by the other spelling',
    [],
    [
      {
        ...job(id('e')),
        sent: { ...(job(id('e')).sent as object), optimizationPlugin: undefined, optimisationPlugin: 'Best' },
      },
    ],
  ],
  ['a time zone that there is not', ['B-RPT-02!'], [zoned('Berlin')]],
  ['... an offset', ['B-RPT-02!'], [zoned('+0200')]],
  [
    '... that there is, was, or may be one day',
    [],
    [zoned('Europe/Berlin'), zoned('UTC'), zoned('EST5EDT'), zoned('GMT-0'), zoned('Cuba'), zoned('Mars/Olympus_Mons')],
  ],
  ['a user updated with the id of another', ['B-USR-11!'], [updated({ id: 13 })]],
  ['... with its own, in whatever type', [], [updated({ id: '12' }), updated({ id: 12 }), updated({})]],
  ['parameters without one that the template requires', ['B-RPT-04!'], [template(JSON.stringify(schema)), built({})]],
  ['... of another type', ['B-RPT-04!'], [template(schema), built({ checklist: 5 })]],
  ['... with one that it has not', ['B-RPT-04!'], [template(schema), built({ checklist: 'x', colour: 1 })]],
  ['... with a value that it has not', ['B-RPT-04!'], [template(schema), built({ checklist: 'x', paper: 'a3' })]],
  ['... that comply', [], [template(schema), built({ checklist: 'x', copies: null, paper: 'a5' }), built(undefined)]],
  ['... of a template that may be another by now', [], [template(schema), built({}, { after: 900 })]],
  ['... whose schema cannot be read', [], [template('{'), built({})]],
]
