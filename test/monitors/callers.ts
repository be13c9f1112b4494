import { batch, get, id, record, type Part, type Step, type Case } from './traffic.ts'

const one = record({ id: id('a'), lastChanged: 1000 })
const part = (more: Partial<Part> = {}): Part => ({
  request: `GET /api/data/v4/ServiceCall/${id('a')}?dtos=ServiceCall.27`,
  status: 200,
  answer: one,
  ...more,
})
const token = (scope: string, sent = 'grant_type=client_credentials'): Step => ({
  method: 'POST',
  path: '/api/oauth2/v1/token',
  headers: [['Content-Type', 'application/x-www-form-urlencoded']],
  sent,
  answer: { access_token: 'one', scope },
})
const client = [
  ['X-Client-ID', 'c'],
  ['X-Client-Version', '1'],
] as const

/** What callers owe: statements with an exclamation mark. */
export const callers: readonly Case[] = [
  [
    'an expanded object whose DTO is not named',
    ['A-EXP-06!'],
    [get(one, { path: `/ServiceCall/${id('a')}?dtos=ServiceCall.27&expand=object.objectId(BusinessPartner)` })],
  ],
  [
    '... named',
    [],
    [
      get(one, {
        path: `/ServiceCall/${id('a')}?dtos=ServiceCall.27;BusinessPartner.25&expand=object.objectId(BusinessPartner)`,
      }),
    ],
  ],
  [
    '... a field whose resource the documents do not tell',
    [],
    [get(one, { path: `/ServiceCall/${id('a')}?dtos=ServiceCall.27&expand=parent` })],
  ],
  ['a refresh grant', ['A-CON-13!'], [token('general', 'grant_type=refresh_token&refresh_token=x')]],
  ['... another', [], [token('general')]],
  ['1001 requests in a batch', ['A-CON-15!'], [batch(Array.from({ length: 1001 }, () => part()))]],
  ['... 1000', [], [batch(Array.from({ length: 1000 }, () => part()))]],
  [
    '2001 objects in a batch',
    ['A-CON-15!', 'A-CON-17!'],
    [
      batch(
        Array.from({ length: 2001 }, (_, at) =>
          part({ request: `DELETE /api/data/v4/ServiceCall/${at.toString(16).padStart(32, '0')}?forceDelete=true` }),
        ),
      ),
    ],
  ],
  [
    'a part with a whole address',
    ['A-BAT-04!'],
    [
      batch(
        [part({ request: 'GET https://cluster.example/api/data/v4/ServiceCall', status: 400, answer: undefined })],
        { transactional: false },
      ),
    ],
  ],
  [
    'a part that carries a token',
    ['A-BAT-06!'],
    [
      (({ sent, ...step }) => ({
        ...step,
        sent: String(sent).replace('HTTP/1.1\r\n', 'HTTP/1.1\r\nAuthorization: Bearer x\r\n'),
      }))(batch([part()])),
    ],
  ],
  ['a call of local scope without its client', ['A-AUT-06!'], [token('local'), get(one)]],
  ['... with it', [], [token('local'), get(one, { headers: client })]],
  ['... of general scope', [], [token('general'), get(one)]],
  [
    '... of a user, without the user',
    ['A-AUT-06!'],
    [token('local', 'grant_type=password&username=acme/u&password=x'), get(one, { headers: client })],
  ],
  [
    'dependent parts without a transaction',
    ['A-CON-03!'],
    [
      batch(
        [
          part({
            request: 'POST /api/data/v4/BusinessPartner?dtos=BusinessPartner.25',
            sent: { id: id('b') },
            status: 201,
            answer: undefined,
          }),
          part({
            request: 'POST /api/data/v4/ServiceCall?dtos=ServiceCall.27',
            sent: { businessPartner: id('b') },
            status: 201,
            answer: undefined,
          }),
        ],
        { transactional: false },
      ),
    ],
  ],
  [
    '... in one',
    [],
    [
      batch([
        part({
          request: 'POST /api/data/v4/BusinessPartner?dtos=BusinessPartner.25',
          sent: { id: id('b') },
          status: 201,
          answer: undefined,
        }),
        part({
          request: 'POST /api/data/v4/ServiceCall?dtos=ServiceCall.27',
          sent: { businessPartner: id('b') },
          status: 201,
          answer: undefined,
        }),
      ]),
    ],
  ],
]
