import { batch, get, id, list, record, type Part, type Step, type Case } from './traffic.ts'

const row = (digit: string, more: Readonly<Record<string, unknown>> = {}) => ({
  id: id(digit),
  lastChanged: 1000,
  ...more,
})
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => row('', { id: at.toString(16).padStart(32, '0') }))
const search = (query: string, answer: unknown, more: Partial<Step> = {}): Step => ({
  path: `/ServiceCall?${query}`,
  answer,
  ...more,
})
const late = { answerHeaders: [['Date', 'Sun, 01 Mar 2026 10:00:01 GMT']] as const }
const write = (digit: string): string => `PUT /api/data/v4/ServiceCall/${id(digit)}?dtos=ServiceCall.27`
const part = (digit: string, more: Partial<Part> = {}): Part => ({
  request: write(digit),
  sent: { subject: 'x' },
  status: 201,
  cid: `c${digit}`,
  ...more,
})
const fails = { sent: { businessPartner: id('f') }, status: 400 }
const token = (access: string, more: Partial<Step> = {}): Step => ({
  method: 'POST',
  path: '/api/oauth2/v1/token',
  headers: [['Content-Type', 'application/x-www-form-urlencoded']],
  sent: 'grant_type=password&username=acme/u&password=x',
  answer: { access_token: access, scope: 'general' },
  ...more,
})
const page = (number: number, digits: string, more: Partial<Step> = {}): Step =>
  search(
    `orderBy=code%20asc&pageSize=2&page=${number}`,
    list(...[...digits].map((digit) => row(digit, { code: digit }))),
    more,
  )
const removed = (digit: string, query: string, more: Partial<Step> = {}): Step => ({
  method: 'DELETE',
  path: `/ServiceCall/${id(digit)}?${query}`,
  ...more,
})
const listing = (from: number, to: number, entries: readonly unknown[], more: Partial<Step> = {}): Step => ({
  path: `/ServiceCall/deleted?dtos=DeletedObjects.2&from=${from}&to=${to}`,
  answer: { deletedIds: entries },
  ...more,
})
/** Its answer tells the time of the server twice, as Date and as lastChanged. */
const put = (digit: string, lastChanged: number, more: Partial<Step> = {}): Step => ({
  method: 'PUT',
  path: `/ServiceCall/${id(digit)}`,
  sent: { subject: 'x' },
  status: 201,
  answer: record({ id: id(digit), lastChanged }),
  answerHeaders: [['Date', new Date(lastChanged).toUTCString()]],
  ...more,
})
const made = (digit: string, more: Readonly<Record<string, unknown>>): Step => ({
  method: 'POST',
  path: '/ServiceCall',
  sent: { id: id(digit), ...more },
  status: 201,
  answer: record(row(digit, more)),
})
const creates = (digit: string, lastChanged = 1000): Part =>
  part(digit, {
    request: 'POST /api/data/v4/ServiceCall?dtos=ServiceCall.27',
    sent: { id: id(digit) },
    answer: record(row(digit, { lastChanged })),
  })
const changes = (digit: string, lastChanged: number): Part =>
  part(digit, {
    sent: { subject: 'the same text' },
    answer: record(row(digit, { subject: 'the same text', lastChanged })),
  })
const seen = (digit: string): Step =>
  get(record(row(digit, { subject: 'before' })), { path: `/ServiceCall/${id(digit)}` })
const attach: Step = {
  method: 'POST',
  path: '/Attachment?dtos=Attachment.19',
  sent: { fileContent: 'aGVsbG8=' },
  status: 201,
  answer: { data: [{ attachment: { id: id('a') } }] },
}
const query = (text: string) => `query=${encodeURIComponent(text)}`

/** Lists, batches, tokens and deleted listings. */
export const sequences: readonly Case[] = [
  [
    'two records with one external id between two sights of the same version',
    ['A-REC-07'],
    [
      get(record(row('a', { externalId: 'E' }))),
      get(record(row('b', { externalId: 'E', lastChanged: 1500 }))),
      get(record(row('a', { externalId: 'E' }))),
    ],
  ],
  [
    '... that passed from one to the other',
    [],
    [
      get(record(row('a', { externalId: 'E' }))),
      get(record(row('b', { externalId: 'E', lastChanged: 1500 }))),
      get(record(row('a', { externalId: null, lastChanged: 1400 }))),
    ],
  ],
  [
    '... in one list, long unchanged',
    ['A-REC-07'],
    [search('pageSize=5', list(row('a', { externalId: 'E' }), row('b', { externalId: 'E' })), late)],
  ],
  [
    '... in one list that may lag',
    [],
    [
      search(
        'pageSize=5',
        list(
          row('a', { externalId: 'E' }),
          row('b', { externalId: 'E', lastChanged: Date.parse('2026-03-01T10:00:00Z') }),
        ),
        late,
      ),
    ],
  ],

  ['more than twenty without paging', ['A-PAR-04'], [search('', list(...many(21)))]],
  ['... with a page', [], [search('page=1', list(...many(21)))]],
  ['more than pageSize', ['A-PAR-05'], [search('pageSize=2', list(...many(3)))]],
  ['... where pageSize is zero', [], [search('pageSize=0', list(...many(3)))]],
  [
    'a list in another order',
    ['A-PAR-08'],
    [search('pageSize=5&orderBy=lastChanged%20desc', list(row('a'), row('b', { lastChanged: 2000 })), late)],
  ],
  [
    '... of what changed a moment ago: the order may lag behind what is shown',
    [],
    [
      search(
        'pageSize=5&orderBy=lastChanged%20desc',
        list(row('a'), row('b', { lastChanged: Date.parse('2026-03-01T10:00:00Z') })),
        late,
      ),
    ],
  ],
  [
    '... of records made here and never changed',
    ['A-PAR-08'],
    [
      made('a', { number: 1 }),
      made('b', { number: 2 }),
      search('pageSize=5&orderBy=number%20desc', list(row('a', { number: 1 }), row('b', { number: 2 }))),
    ],
  ],
  [
    '... by times of change, the later one of a record made later',
    ['A-PAR-08'],
    [
      made('a', {}),
      made('b', { lastChanged: 2000 }),
      { method: 'PATCH', path: `/ServiceCall/${id('b')}`, sent: { subject: 'x' }, status: 204 },
      search('pageSize=5&orderBy=lastChanged%20desc', list(row('a'), row('b', { lastChanged: 3000 }))),
    ],
  ],
  [
    '... of one made before: the order may lag',
    [],
    [
      made('b', { lastChanged: 500 }),
      made('a', {}),
      { method: 'PATCH', path: `/ServiceCall/${id('b')}`, sent: { subject: 'x' }, status: 204 },
      search('pageSize=5&orderBy=lastChanged%20desc', list(row('a'), row('b', { lastChanged: 3000 }))),
    ],
  ],
  [
    '... changed since',
    [],
    [
      made('a', { number: 1 }),
      made('b', { number: 2 }),
      { method: 'PATCH', path: `/ServiceCall/${id('a')}`, sent: { number: 1 }, status: 201 },
      search('pageSize=5&orderBy=number%20desc', list(row('a', { number: 1 }), row('b', { number: 2 }))),
    ],
  ],
  [
    '... that says no direction',
    [],
    [search('pageSize=5&orderBy=lastChanged', list(row('a', { lastChanged: 2000 }), row('b')))],
  ],
  [
    '... by a second key',
    ['A-PAR-08'],
    [
      search(
        'pageSize=5&orderBy=number%20asc,lastChanged%20desc',
        list(row('a', { number: 1 }), row('b', { number: 1, lastChanged: 2000 })),
        late,
      ),
    ],
  ],
  [
    '... behind a first of texts',
    [],
    [
      search(
        'pageSize=5&orderBy=subject%20asc,lastChanged%20desc',
        list(row('a', { subject: 's' }), row('b', { subject: 's', lastChanged: 2000 })),
      ),
    ],
  ],
  [
    '... behind a first of linked records',
    [],
    [
      made('a', {}),
      made('b', { lastChanged: 2000 }),
      search(
        'pageSize=5&orderBy=businessPartner.name%20asc,lastChanged%20desc',
        list(row('a'), row('b', { lastChanged: 2000 })),
      ),
    ],
  ],
  [
    '... of texts',
    [],
    [search('pageSize=5&orderBy=subject%20asc', list(row('a', { subject: 'b' }), row('b', { subject: 'A' })))],
  ],
  [
    'fields that nobody named',
    ['A-PAR-11'],
    [search('pageSize=5&fields=id,subject', list(row('a', { subject: 's', remarks: null })))],
  ],
  ['... but the id', [], [search('pageSize=5&fields=subject', list(row('a', { subject: 's' })))]],
  [
    '... but what is expanded',
    [],
    [
      search(
        'dtos=ServiceCall.27;Equipment.24&pageSize=5&fields=id&expand=equipment',
        list(row('a', { equipment: {} })),
      ),
    ],
  ],
  ['a record twice on a page', ['A-PAR-07'], [page(1, 'aa')]],
  [
    'pages that overlap, read twice by turns',
    ['A-PAR-07'],
    [page(1, 'ab'), page(2, 'bc'), page(1, 'ab'), page(2, 'bc')],
  ],
  [
    '... the first read again: a record may have come and gone in between',
    [],
    [page(1, 'ab'), page(2, 'bc'), page(1, 'ab')],
  ],
  ['... where it may have changed', [], [page(1, 'ab'), page(2, 'bc')]],
  ['... where it did change', [], [page(1, 'ab'), page(2, 'bc'), page(1, 'da')]],
  [
    '... ordered by what is the same in all',
    [],
    [1, 2, 1, 2].map((number, at) =>
      search(
        `orderBy=code%20asc&pageSize=2&page=${number}`,
        list(row('a', { code: '1' }), row(at % 2 === 1 ? 'c' : 'b', { code: '1' })),
      ),
    ),
  ],

  [
    'a record that does not satisfy the query',
    ['A-CQL-01'],
    [search(query('subject = "one"'), list(row('a', { subject: 'two' })), late)],
  ],
  [
    '... beside criteria that an answer does not show',
    ['A-CQL-01'],
    [
      search(
        query('(lastChangedBy != me()) AND (technicians.name = "x" AND subject = "one")'),
        list(row('a', { subject: 'two', lastChangedBy: 'u' })),
        late,
      ),
    ],
  ],
  [
    '... joined by OR',
    [],
    [
      search(
        query('(lastChangedBy != me()) OR (subject = "one")'),
        list(row('a', { subject: 'two', lastChangedBy: 'u' })),
        late,
      ),
    ],
  ],
  ['... in one reading', [], [search(query('subject = "one"'), list(row('a', { subject: 'ONE' })), late)]],
  [
    '... by a field of a linked record',
    [],
    [search(query('businessPartner.name = "one"'), list(row('a', { businessPartner: 'two' })), late)],
  ],
  [
    '... that changed a moment ago',
    [],
    [
      search(
        query('subject = "one"'),
        list(row('a', { subject: 'two', lastChanged: Date.parse('2026-03-01T10:00:00Z') })),
        late,
      ),
    ],
  ],

  ['a batch with an answer too many', ['A-BAT-10'], [batch([part('a'), part('b')], { order: [0, 1, 0] })]],
  ['a batch with an answer too few', ['A-BAT-10'], [batch([part('a'), part('b', { status: undefined })])]],
  ['... after a failure', [], [batch([part('a', fails), part('b', { status: undefined })])]],
  [
    '... without a transaction',
    ['A-BAT-09'],
    [batch([part('a', fails), part('b', { status: undefined })], { transactional: false })],
  ],
  ['a batch that goes on after a failure', ['A-BAT-08'], [batch([part('a', fails), part('b')])]],
  ['... without a transaction', [], [batch([part('a', fails), part('b')], { transactional: false })]],
  [
    '... after a read of what is not there',
    [],
    [
      batch([
        { request: `GET /api/data/v4/ServiceCall/${id('f')}?dtos=ServiceCall.27`, status: 404, cid: 'g' },
        part('b'),
      ]),
    ],
  ],
  [
    '... that tells all parts as taken back',
    [],
    [batch([part('a', { status: 424 }), part('b', fails), part('c', { status: 424 })])],
  ],
  ['a batch answered in another order', ['A-BAT-10'], [batch([part('a'), part('b')], { order: [1, 0] })]],
  ['a Content-ID that is not repeated', ['A-BAT-11'], [batch([part('a', { cidAnswered: null }), part('b')])]],
  ['... in brackets', [], [batch([part('a', { cidAnswered: '<ca>' }), part('b')])]],
  ['... that was not sent', [], [batch([part('a', { cid: undefined, cidAnswered: 'x' })])]],
  [
    'a batch answered by another multipart',
    ['A-BAT-10'],
    [batch([part('a')], { type: 'multipart/related; boundary=b' })],
  ],
  [
    'a batch answered by no multipart',
    ['A-BAT-10'],
    [batch([part('a')], { type: 'application/json', answer: { ok: true } })],
  ],
  [
    '... refused as a whole',
    [],
    [batch([part('a')], { type: 'application/json', answer: { error: 'x' }, status: 400 })],
  ],
  ['times that differ within a transaction', ['A-BAT-16'], [batch([creates('a'), creates('b', 1001)])]],
  [
    '... where one was so already, and may not have been written',
    [],
    [batch([part('a', { answer: record(row('a')) }), part('b', { answer: record(row('b', { lastChanged: 1001 })) })])],
  ],
  [
    '... where both were changed',
    ['A-BAT-16'],
    [
      made('a', { subject: 'before' }),
      made('b', { subject: 'before' }),
      batch([changes('a', 2000), changes('b', 2001)]),
    ],
  ],
  [
    '... of records that another client may have changed so before',
    [],
    [seen('a'), seen('b'), batch([changes('a', 2000), changes('b', 2001)])],
  ],
  [
    '... as this client had done before, one by one',
    [],
    [
      made('a', { subject: 'before' }),
      made('b', { subject: 'before' }),
      { method: 'PATCH', path: `/ServiceCall/${id('a')}`, sent: { subject: 'the same text' }, status: 204 },
      { method: 'PATCH', path: `/ServiceCall/${id('b')}`, sent: { subject: 'the same text' }, status: 204 },
      batch([changes('a', 2000), changes('b', 2001)]),
    ],
  ],
  [
    '... without one',
    [],
    [
      batch([part('a', { answer: record(row('a')) }), part('b', { answer: record(row('b', { lastChanged: 1001 })) })], {
        transactional: false,
      }),
    ],
  ],

  ['a token issued twice', ['A-TOK-20'], [token('Token-number-t'), token('Token-number-t')]],
  ['... that another recorder hid', [], [token('**REDACTED**'), token('**REDACTED**')]],
  ['... that another one called sanitized-token', [], [token('sanitized-token'), token('sanitized-token')]],
  ['... in braces', [], [token('{{access_token}}'), token('{{access_token}}')]],
  [
    '... by one exchange, in two recordings that were joined',
    [],
    [token('Token-number-t'), { ...token('Token-number-t'), after: 0 }],
  ],
  ['... two tokens', [], [token('Token-number-t'), token('Token-number-u')]],
  [
    'a token that lasts an hour',
    ['A-TOK-21'],
    [token('Token-number-t', { answer: { access_token: 'Token-number-t', expires_in: 3600 } })],
  ],
  [
    '... a second less than twelve',
    [],
    [token('Token-number-t', { answer: { access_token: 'Token-number-t', expires_in: 43_199 } })],
  ],
  [
    'a token used past twelve hours',
    ['A-TOK-21'],
    [token('Token-number-t'), get(record(row('a')), { token: 'Token-number-t', after: 12 * 3600 + 600 })],
  ],
  [
    '... refused',
    [],
    [token('Token-number-t'), get(undefined, { token: 'Token-number-t', after: 12 * 3600 + 600, status: 401 })],
  ],
  [
    '... a minute before, by clocks that differ',
    [],
    [token('Token-number-t'), get(record(row('a')), { token: 'Token-number-t', after: 12 * 3600 + 60 })],
  ],
  [
    '... whose issue was not seen',
    [],
    [token('Token-number-u'), get(record(row('a')), { token: 'Token-number-t', after: 12 * 3600 + 600 })],
  ],

  [
    'an attachment with other content',
    ['A-ATT-03'],
    [attach, { path: `/Attachment/${id('a')}/content?dtos=Attachment.19`, answer: 'HELLO' }],
  ],
  ['... the same', [], [attach, { path: `/Attachment/${id('a')}/content?dtos=Attachment.19`, answer: 'hello' }]],
  [
    '... that is there no more',
    [],
    [attach, { path: `/Attachment/${id('a')}/content?dtos=Attachment.19`, answer: { data: [] } }],
  ],
  [
    '... in the older form',
    ['A-ATT-04'],
    [
      attach,
      { path: `/dataCloudInterface/attachmentService?guid=${id('a')}&operation=download&dtos=`, answer: 'HELLO' },
    ],
  ],
  [
    '... in part',
    [],
    [attach, { path: `/Attachment/${id('a')}/content?dtos=Attachment.19`, answer: 'ell', status: 206 }],
  ],
  [
    '... deleted and made anew',
    [],
    [
      attach,
      { method: 'DELETE', path: `/Attachment/${id('a')}?dtos=Attachment.19&forceDelete=true` },
      { path: `/Attachment/${id('a')}/content?dtos=Attachment.19`, answer: 'HELLO' },
    ],
  ],
  [
    '... deleted by external id',
    [],
    [
      attach,
      { method: 'DELETE', path: '/Attachment/externalId/E?dtos=Attachment.19&forceDelete=true' },
      { path: `/Attachment/${id('a')}/content?dtos=Attachment.19`, answer: 'HELLO' },
    ],
  ],
  [
    '... made anew by another client, as its time of change shows',
    [],
    [
      { ...attach, answer: { data: [{ attachment: { id: id('a'), lastChanged: 1000 } }] } },
      {
        path: `/Attachment/${id('a')}?dtos=Attachment.19`,
        answer: { data: [{ attachment: { id: id('a'), lastChanged: 5000 } }] },
      },
      { path: `/Attachment/${id('a')}/content?dtos=Attachment.19`, answer: 'HELLO' },
    ],
  ],
  [
    'an attachment returned with its content',
    ['A-ATT-02'],
    [{ ...attach, answer: { data: [{ attachment: { id: id('a'), fileContent: 'aGVsbG8=' } }] } }],
  ],
  [
    'a deletion that no window lists',
    ['A-DEL-01'],
    [
      put('a', 10_000),
      put('b', 11_000),
      removed('b', 'forceDelete=true'),
      put('a', 12_000),
      listing(5000, 20_000, [], { after: 60 }),
    ],
  ],
  [
    '... a listing that may lag',
    [],
    [put('a', 10_000), put('b', 11_000), removed('b', 'forceDelete=true'), put('a', 12_000), listing(5000, 20_000, [])],
  ],
  [
    '... that another client may have made before the window',
    [],
    [
      put('a', 10_000),
      put('b', 11_000),
      put('a', 40_000),
      removed('b', 'forceDelete=true'),
      put('a', 42_000),
      listing(30_000, 90_000, [], { after: 60 }),
    ],
  ],
  [
    '... by a write that changed nothing, of long ago',
    [],
    [
      put('a', 10_000),
      put('b', 11_000),
      removed('b', 'forceDelete=true'),
      put('a', 12_000, late),
      listing(5000, 20_000, [], { after: 60 }),
    ],
  ],
  [
    '... outside the window',
    [],
    [
      put('a', 10_000),
      put('b', 11_000),
      removed('b', 'forceDelete=true'),
      put('a', 12_000),
      listing(20_000, 30_000, [], { after: 60 }),
    ],
  ],
  [
    '... made again since',
    [],
    [
      put('a', 10_000),
      put('b', 11_000),
      removed('b', 'forceDelete=true'),
      put('b', 12_000),
      listing(5000, 20_000, [], { after: 60 }),
    ],
  ],
  [
    'a deletion listed in a window after it: another client may have made it anew and deleted it again',
    [],
    [put('b', 10_000), removed('b', 'forceDelete=true'), put('a', 11_000), listing(20_000, 30_000, [{ id: id('b') }])],
  ],
  [
    '... made and perhaps deleted again since',
    [],
    [put('b', 10_000), removed('b', 'forceDelete=true'), put('b', 11_000), listing(20_000, 30_000, [{ id: id('b') }])],
  ],
  [
    'an entry without the external id of the record',
    ['A-DEL-02'],
    [get(record(row('b', { externalId: 'E' }))), removed('b', 'lastChanged=1000'), listing(0, 9e12, [{ id: id('b') }])],
  ],
  [
    '... deleted an hour after it was seen: another client may have come first',
    [],
    [
      get(record(row('b', { externalId: 'E' }))),
      removed('b', 'lastChanged=1000', { after: 3600 }),
      listing(0, 9e12, [{ id: id('b') }]),
    ],
  ],
  [
    '... that had it and lost it within a millisecond',
    [],
    [
      get(record(row('b', { externalId: 'E' }))),
      get(record(row('b', { externalId: null }))),
      removed('b', 'lastChanged=1000'),
      listing(0, 9e12, [{ id: id('b') }]),
    ],
  ],
  [
    '... deleted by force: it may have lost it',
    [],
    [get(record(row('b', { externalId: 'E' }))), removed('b', 'forceDelete=true'), listing(0, 9e12, [{ id: id('b') }])],
  ],
  [
    'an entry with an external id that the record had not',
    ['A-DEL-07'],
    [
      get(record(row('b', { externalId: null }))),
      removed('b', 'lastChanged=1000'),
      listing(0, 9e12, [{ id: id('b'), externalId: 'E' }]),
    ],
  ],
]
