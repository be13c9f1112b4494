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

/** A list with a query. */
const asked = (query: string): Step =>
  get(one, { path: `/ServiceCall?dtos=ServiceCall.27&query=${encodeURIComponent(query)}`, answer: { data: [] } })
/** A batch whose message is written otherwise. */
const rewritten = (change: (message: string) => string): Step => {
  const { sent, ...step } = batch([part()])
  return { ...step, sent: change(String(sent)) }
}
const attachment = (sent: object): Step => ({
  method: 'PATCH',
  path: `/Attachment/${id('a')}?dtos=Attachment.18&forceUpdate=true`,
  sent,
  status: 400,
})

/** An attachment is created. */
const made = (sent: object): Step => ({ method: 'POST', path: '/Attachment?dtos=Attachment.18', sent, status: 400 })
const bare = { id: id('a'), lastChanged: 1000 }
const unnamed = record({ ...bare, externalId: null })
const naming = (sent: object, query = ''): Step => ({
  method: 'PATCH',
  path: `/ServiceCall/${id('a')}?dtos=ServiceCall.27${query}`,
  sent,
  status: 400,
})

const calls = '/api/service-management/v2/composite-tree/service-calls'
const ten = Date.parse('2026-03-01T10:00:00Z')
/** A poll for what changed between these seconds after ten. */
const polled = (from: number, to: number, { query = '', externalIds = true, after = 1 } = {}): Step => ({
  path: `/ServiceCall?dtos=ServiceCall.27${externalIds ? '&useExternalIds=true' : ''}&query=${encodeURIComponent(
    `${query || 'lastChangedBy != me()'} AND lastChanged > ${ten + from * 1000} AND lastChanged <= ${ten + to * 1000}`,
  )}`,
  answer: { data: [] },
  after,
})

const ofUser = (poll: Step, more: Partial<Step> = {}, user = 'ada'): Step => ({
  ...poll,
  path: `${poll.path}&user=${user}`,
  headers: client,
  ...more,
})

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
  ['a poll as it is advised', [], [polled(-600, -300), polled(-300, 0, { after: 300 })]],
  [
    '... without the exclusion of its own changes',
    ['A-CON-04!'],
    [polled(-60, -50), polled(-55, -40, { query: 'subject != null' })],
  ],
  ['... without external ids', ['A-CON-04!'], [polled(-60, -50), polled(-55, -40, { externalIds: false })]],
  [
    '... with another token, of the client and the user of the first',
    ['A-CON-04!'],
    [ofUser(polled(-60, -50)), ofUser(polled(-55, -40, { externalIds: false }), { token: 'two' })],
  ],
  [
    '... of another user',
    [],
    [ofUser(polled(-60, -50)), ofUser(polled(-55, -40, { externalIds: false }), { token: 'two' }, 'bob')],
  ],
  ['a single interval', [], [polled(-60, -50, { query: 'subject != null', externalIds: false })]],
  ['polls up to the present, then from there', ['A-CON-06!'], [polled(-60, 1), polled(1, 61, { after: 60 })]],
  ['... up to the present, then from a minute before', [], [polled(-60, 1), polled(-59, 61, { after: 60 })]],
  ['... its second page', [], [polled(-60, 1), polled(-60, 1)]],
  [
    '... of another resource from there',
    [],
    [polled(-60, 1), { ...polled(1, 61), path: polled(1, 61).path.replace(/ServiceCall/g, 'Activity') }],
  ],
  [
    'the largest page',
    ['A-CON-14!'],
    [{ path: '/ServiceCall?dtos=ServiceCall.27&pageSize=2147483647', answer: { data: [] } }],
  ],
  ['... a large one', [], [{ path: '/ServiceCall?dtos=ServiceCall.27&pageSize=1000', answer: { data: [] } }]],
  [
    'a tree asked for with deprecated headers',
    ['B-SVC-26!'],
    [
      {
        path: `${calls}/${id('a')}`,
        headers: [
          ['account', 'acme'],
          ['company', 'north'],
        ],
        status: 404,
      },
    ],
  ],
  [
    '... with those of today',
    [],
    [
      {
        path: `${calls}/${id('a')}`,
        headers: [
          ['X-Account-Name', 'acme'],
          ['X-Company-Name', 'north'],
        ],
        status: 404,
      },
    ],
  ],
  [
    '... with both',
    [],
    [
      {
        path: `${calls}/${id('a')}`,
        headers: [
          ['X-Account-Name', 'acme'],
          ['X-Company-Name', 'north'],
          ['account', 'acme'],
          ['company', 'north'],
        ],
        status: 404,
      },
    ],
  ],
  ['parentheses that do not pair', ['A-CQL-01!'], [asked('(subject = "x"')]],
  ['... in a string', [], [asked('subject = "(x"')]],
  ['criteria joined by other signs', ['A-CQL-01!'], [asked('subject = "x" && lastChanged > 1')]],
  ['an earlier version of the Data API', ['A-DAT-30!'], [{ path: '/api/data/v3/ServiceCall', status: 404 }]],
  ['an object reference without its resource', ['A-CQL-04!'], [asked('object.objectId = "x"')]],
  ['... with it', [], [asked('object.objectId(ServiceCall) = "x"')]],
  ['... in a string', [], [asked('subject = "object.objectId = 1"')]],
  ['CONTAINS on an identifier', ['A-CQL-05!'], [asked('CONTAINS(externalId, "x")')]],
  ['... on a list', [], [asked('CONTAINS(technicians, "x")')]],
  ['identifiers in order', ['A-CQL-08!'], [asked('lastChanged > 1 AND id > "x"')]],
  ['... timestamps', [], [asked('lastChanged > 1 AND lastChanged <= 2 AND id != "x"')]],
  ['... in a string', [], [asked('subject = "id > 1"')]],
  ['a string in single quotes', ['A-CQL-15!'], [asked("subject = 'x'")]],
  ['... a quote in a string', [], [asked(`subject like "it's = 'x'%"`)]],
  ['a date-time without quotes', ['A-CQL-15!'], [asked('startDateTime > 2026-03-01T10:00:00Z')]],
  ['... with them', [], [asked('startDateTime > "2026-03-01T10:00:00Z"')]],
  ['a string in order', ['A-CQL-08!'], [asked('statusCode > "A"')]],
  [
    '... a date, in whatever form of ISO 8601',
    [],
    [asked('startDateTime > "2026-W09-7" AND endDateTime < "20260301T10Z"')],
  ],
  ['... in a string that ends with a sign', [], [asked('subject = "a >" OR code = "b"')]],
  ['a timestamp in quotes', ['A-CQL-15!'], [asked('startDateTime >= "1700000000000"')]],
  ['lastChanged in quotes', ['A-CQL-15!'], [asked('lastChanged = "17"')]],
  ['... compared with a date-time', [], [asked('lastChanged >= "2026-03-01T00:00:00Z"')]],
  ['a truth value in quotes', ['A-CQL-15!'], [asked('inactive = "false"')]],
  ['... in a field that may hold texts', [], [asked('udf.isReady = "false"')]],
  ['a date-time of another zone', ['A-CQL-15!'], [asked('startDateTime > "2026-03-01T10:00:00+02:00"')]],
  ['... of none that is another', [], [asked('startDateTime > "2026-03-01T10:00:00+00:00"')]],
  ['a word without quotes', ['A-CQL-15!'], [asked('statusCode = OPEN')]],
  ['... in a list', ['A-CQL-15!'], [asked('statusCode in (OPEN, CLOSED) AND c in (1, 2)')]],
  ['... an identifier', ['A-CQL-15!'], [asked(`id = ${id('a')}`)]],
  ['... what is no text', [], [asked('a = me() AND b = TRUE AND c != null AND d > 1.5e3 AND e = -2')]],
  [
    'CONTAINS on what was shown with a text',
    ['A-CQL-05!'],
    [get(record({ ...bare, subject: 'x' })), asked('CONTAINS(subject, "x")')],
  ],
  [
    '... with a list, a reference, or nothing',
    [],
    [
      get(record({ ...bare, technicians: ['x'], leader: id('c'), contact: null })),
      asked('CONTAINS(technicians, "x") OR CONTAINS(leader, "x") OR CONTAINS(contact, "x")'),
    ],
  ],
  ['new content for an attachment', ['A-ATT-05!'], [attachment({ fileContent: 'QQ==' })]],
  ['... a new description', [], [attachment({ description: 'x', fileContent: null })]],
  ['content that is not base64', ['A-ATT-01!'], [made({ fileContent: 'größer!' })]],
  [
    '... by PUT',
    ['A-ATT-01!'],
    [{ ...made({ fileContent: 'größer!' }), method: 'PUT', path: `/Attachment/${id('a')}?dtos=Attachment.18` }],
  ],
  ['... in base64 with line breaks', [], [made({ fileContent: 'QUJD\r\nREVG\r\n' })]],
  [
    'a reference to a record that was deleted',
    ['A-CON-02!'],
    [
      { method: 'DELETE', path: `/BusinessPartner/${id('b')}?forceDelete=true&dtos=BusinessPartner.25` },
      { method: 'POST', path: '/ServiceCall', sent: { subject: 'x', businessPartner: id('b') }, status: 400 },
    ],
  ],
  [
    '... to one that was made anew',
    [],
    [
      { method: 'DELETE', path: `/BusinessPartner/${id('b')}?forceDelete=true&dtos=BusinessPartner.25` },
      {
        method: 'POST',
        path: '/BusinessPartner?dtos=BusinessPartner.25',
        sent: { id: id('b'), name: 'x' },
        status: 201,
        answer: { data: [{ businessPartner: { id: id('b'), lastChanged: 1 } }] },
      },
      { method: 'POST', path: '/ServiceCall', sent: { subject: 'x', businessPartner: id('b') }, status: 201 },
    ],
  ],
  [
    '... by a POST that shows nothing',
    [],
    [
      { method: 'DELETE', path: `/BusinessPartner/${id('b')}?forceDelete=true&dtos=BusinessPartner.25` },
      { method: 'POST', path: '/BusinessPartner', sent: { id: id('b'), name: 'x' }, status: 201 },
      { method: 'POST', path: '/ServiceCall', sent: { subject: 'x', businessPartner: id('b') }, status: 201 },
    ],
  ],
  ['a first external id without lock or force', ['A-CON-05!'], [get(unnamed), naming({ externalId: 'x' })]],
  ['... with the lastChanged that was received', [], [get(unnamed), naming({ externalId: 'x', lastChanged: 1000 })]],
  ['... by force', [], [get(unnamed), naming({ externalId: 'x' }, '&forceUpdate=true')]],
  ['... another one', [], [get(record({ ...bare, externalId: 'w' })), naming({ externalId: 'x' })]],
  ['a batch with LF', ['A-BAT-01!'], [rewritten((text) => text.replaceAll('\r\n', '\n'))]],
  ['... without a closing delimiter', ['A-BAT-01!'], [rewritten((text) => text.replace('--b--\r\n', ''))]],
  ['... with a preamble', [], [rewritten((text) => `preamble\r\n${text}`)]],
  [
    'a part without application/http',
    ['A-BAT-02!'],
    [rewritten((text) => text.replace('Content-Type: application/http\r\n', 'Content-Description: x\r\n'))],
  ],
  [
    '... with a parameter',
    [],
    [rewritten((text) => text.replace('application/http', 'application/http; msgtype=request'))],
  ],
  ['a part without an HTTP version', ['A-BAT-03!'], [rewritten((text) => text.replace(' HTTP/1.1', ''))]],
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
