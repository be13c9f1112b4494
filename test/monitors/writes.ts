import { batch, get, id, list, patch, record, refused, type Step, type Case } from './traffic.ts'

/** The clock of the server in an answer, in seconds of its time. */
const at = (second: number) => ({ answerHeaders: [['Date', new Date(second * 1000).toUTCString()]] as const })

const a = {
  id: id('a'),
  subject: 'the first subject',
  remarks: 'some remarks',
  createDateTime: '2026-03-01T09:59:59.123Z',
}
const one = record({ ...a, lastChanged: 1000 })
const two = record({ ...a, subject: 'the second subject', lastChanged: 2000 })
const post = (sent: unknown, answer: unknown, more: Partial<Step> = {}): Step => ({
  method: 'POST',
  path: '/ServiceCall',
  sent,
  status: 201,
  answer,
  ...more,
})
const remove = (query: string, more: Partial<Step> = {}): Step => ({
  method: 'DELETE',
  path: `/ServiceCall/${id('a')}?${query}`,
  status: 200,
  ...more,
})

/** Writes, and what is read after them. */
export const writes: readonly Case[] = [
  [
    'a stale write accepted',
    ['A-DAT-20'],
    [
      get(one),
      patch({ subject: 'the second subject', lastChanged: 1000 }, two),
      patch(
        { remarks: 'lost it is', lastChanged: 1000 },
        record({ ...a, subject: 'the second subject', remarks: 'lost it is', lastChanged: 3000 }),
      ),
    ],
  ],
  [
    '... refused',
    [],
    [
      get(one),
      patch({ subject: 'the second subject', lastChanged: 1000 }, two),
      patch({ remarks: 'lost it is', lastChanged: 1000 }, undefined, refused(2000)),
    ],
  ],
  [
    '... with force',
    [],
    [
      get(one),
      patch({ subject: 'the second subject', lastChanged: 1000 }, two),
      patch({ remarks: 'x', lastChanged: 1000 }, record({ ...a, remarks: 'x', lastChanged: 3000 }), {
        path: `/ServiceCall/${id('a')}?forceUpdate=true`,
      }),
    ],
  ],
  [
    '... of a value never seen: another client may have written it',
    [],
    [get(two), patch({ remarks: 'x', lastChanged: 2500 }, record({ ...a, remarks: 'x', lastChanged: 3000 }))],
  ],
  [
    '... on a record that was made anew: another client may have deleted it',
    [],
    [
      get(one),
      patch({ subject: 'the second subject', lastChanged: 1000 }, two),
      patch(
        { subject: 'again', lastChanged: 1000 },
        record({ id: id('a'), subject: 'again', createDateTime: '2026-03-01T10:00:03.000Z', lastChanged: 3000 }),
      ),
    ],
  ],
  [
    'a stale deletion accepted',
    ['A-DAT-20'],
    [get(one), patch({ subject: 'the second subject', lastChanged: 1000 }, two), remove('lastChanged=1000')],
  ],
  [
    '... of what is stored',
    [],
    [get(one), patch({ subject: 'the second subject', lastChanged: 1000 }, two), remove('lastChanged=2000')],
  ],

  ['a refusal that names the value sent', ['A-DAT-20'], [patch({ lastChanged: 1000 }, undefined, refused(1000))]],
  [
    'a refusal that names another value than was stored',
    ['A-DAT-20'],
    [get(two), patch({ lastChanged: 1000 }, undefined, refused(1500)), get(two)],
  ],
  [
    '... where another client wrote in between',
    [],
    [get(one), patch({ lastChanged: 900 }, undefined, refused(1500)), get(two)],
  ],
  [
    '... within a transaction that was taken back',
    [],
    [
      get(one),
      batch([
        {
          request: `PATCH /api/data/v4/ServiceCall/${id('a')}?dtos=ServiceCall.27&forceUpdate=true`,
          sent: { remarks: 'x' },
          status: 201,
          answer: record({ ...a, remarks: 'x', lastChanged: 1500 }),
        },
        {
          request: `PATCH /api/data/v4/ServiceCall/${id('a')}?dtos=ServiceCall.27`,
          sent: { lastChanged: 1 },
          status: 409,
          answer: { error: 'CA-27', message: 'resource concurrent modification detected', values: [1500] },
        },
      ]),
      get(one),
    ],
  ],
  [
    'a forced update refused by the lock',
    ['A-DAT-22'],
    [patch({ lastChanged: 1000 }, undefined, refused(2000, { path: `/ServiceCall/${id('a')}?forceUpdate=true` }))],
  ],
  ['a forced deletion refused by the lock', ['A-DAT-23'], [remove('forceDelete=true', refused(2000))]],
  ['... not forced', [], [remove('lastChanged=1000', refused(2000))]],

  ['a deleted record that lives on', ['A-DAT-10'], [get(one), remove('lastChanged=1000'), get(one)]],
  [
    '... deleted by external id',
    ['A-DAT-16'],
    [
      get(record({ ...a, externalId: 'E', lastChanged: 1000 })),
      { method: 'DELETE', path: '/ServiceCall/externalId/E?lastChanged=1000', status: 200 },
      get(one),
    ],
  ],
  [
    '... made anew by another client',
    [],
    [get(one), remove('lastChanged=1000'), get(record({ ...a, lastChanged: 4000 }))],
  ],
  [
    '... in a list that lags',
    [],
    [
      get(one),
      remove('lastChanged=1000'),
      { path: '/ServiceCall?pageSize=5', answer: list({ ...a, lastChanged: 1000 }) },
    ],
  ],
  [
    '... in a list a minute later',
    ['A-DAT-10'],
    [
      get(one),
      remove('lastChanged=1000'),
      { path: '/ServiceCall?pageSize=5', answer: list({ ...a, lastChanged: 1000 }), after: 60 },
    ],
  ],
  ['... whose deletion was refused', [], [get(one), remove('lastChanged=900', refused(1000)), get(one)]],

  [
    'lastChanged that stands still',
    ['A-REC-15'],
    [
      get(one),
      patch({ subject: 'the second subject' }, record({ ...a, subject: 'the second subject', lastChanged: 1000 })),
    ],
  ],
  ['... where nothing changed', [], [get(one), patch({ subject: a.subject }, one)]],
  [
    '... within a millisecond',
    [],
    [
      get(one),
      {
        ...patch({ subject: 'the second subject' }, record({ ...a, subject: 'the second subject', lastChanged: 1000 })),
        after: 0.021,
      },
    ],
  ],
  [
    'lastChanged that goes back',
    ['A-REC-15'],
    [
      get(record({ ...a, lastChanged: 90_000 })),
      patch({ subject: 'x' }, record({ ...a, subject: 'x', lastChanged: 20_000 })),
    ],
  ],
  [
    '... by the clocks of two nodes',
    [],
    [
      get(record({ ...a, lastChanged: 21_000 })),
      patch({ subject: 'x' }, record({ ...a, subject: 'x', lastChanged: 20_000 })),
    ],
  ],
  [
    'a read after a write that shows what was before',
    ['A-DAT-07'],
    [get(one), patch({ subject: 'the second subject' }, two), get(one)],
  ],
  [
    '... by external id',
    ['A-DAT-15'],
    [
      get(record({ ...a, externalId: 'E', lastChanged: 1000 })),
      patch({ subject: 'x' }, record({ ...a, externalId: 'E', subject: 'x', lastChanged: 2000 }), {
        path: '/ServiceCall/externalId/E',
      }),
      get(record({ ...a, externalId: 'E', lastChanged: 1000 })),
    ],
  ],
  [
    '... that began before it ended',
    [],
    [get(one), patch({ subject: 'the second subject' }, two, { ms: 5000 }), get(one)],
  ],
  [
    '... answered by a cache',
    [],
    [get(one), patch({ subject: 'the second subject' }, two), get(one, { answerHeaders: [['Age', '9']] })],
  ],

  ['an id that was sent and not used', ['A-REC-02'], [post({ id: id('c') }, one)]],
  [
    'a new record of another time',
    ['A-REC-04'],
    [post({ subject: 's' }, one, { answerHeaders: [['Date', 'Sun, 01 Mar 2026 10:00:01 GMT']] })],
  ],
  [
    '... by a clock that differs',
    [],
    [
      post({ subject: 's' }, record({ ...a, lastChanged: Date.parse('2026-03-01T10:03:00Z') }), {
        answerHeaders: [['Date', 'Sun, 01 Mar 2026 10:00:01 GMT']],
      }),
    ],
  ],
  [
    'a stale write refused with another word',
    ['A-DAT-20'],
    [
      get(one),
      patch({ subject: 'the second subject', lastChanged: 1000 }, two),
      patch({ subject: 'a third', lastChanged: 1000 }, undefined, { status: 409, answer: { error: 'CA-28' } }),
    ],
  ],
  [
    '... for what it would have written besides, or for nothing to write',
    [],
    [
      get(one),
      patch({ subject: 'the second subject', lastChanged: 1000 }, two),
      patch({ businessPartner: null, lastChanged: 1000 }, undefined, { status: 409, answer: { error: 'CA-33' } }),
      patch({ lastChanged: 1000 }, undefined, { status: 409, answer: { error: 'CA-91' } }),
    ],
  ],
  ['... in another spelling', [], [post({ id: 'AAAAAAAA-AAAA-AAAA-AAAA-AAAAAAAAAAAA' }, one)]],
  [
    'an external id that was sent and not kept',
    ['A-DAT-13'],
    [post({ externalId: 'E-1' }, record({ ...a, externalId: null, lastChanged: 1000 }))],
  ],
  ['... that the DTO does not show', [], [post({ externalId: 'E-1' }, one)]],
  [
    '... where the POST is answered with the stored record that has its id',
    [],
    [
      post({ id: a.id, externalId: 'E-1' }, record({ ...a, externalId: 'E-1', lastChanged: 1000 })),
      post({ id: a.id, externalId: 'E-2' }, record({ ...a, externalId: 'E-1', lastChanged: 1000 })),
    ],
  ],
  [
    'a field that PATCH changed unasked',
    ['A-DAT-07'],
    [
      get(one),
      get(one),
      patch({ subject: 'x', lastChanged: 1000 }, record({ ...a, subject: 'x', remarks: null, lastChanged: 2000 })),
    ],
  ],
  [
    '... where another client wrote in between',
    [],
    [
      get(one),
      patch({ subject: 'x', lastChanged: 1500 }, record({ ...a, subject: 'x', remarks: null, lastChanged: 2000 })),
    ],
  ],
  [
    'a field sent as null that keeps its value',
    ['A-DAT-09'],
    [get(one), patch({ remarks: null }, record({ ...a, lastChanged: 2000 }))],
  ],
  [
    '... that becomes the word',
    ['A-DAT-09'],
    [get(one), patch({ remarks: null }, record({ ...a, remarks: 'null', lastChanged: 2000 }))],
  ],
  [
    '... where another client set another before it was answered',
    [],
    [get(one), patch({ remarks: null }, record({ ...a, remarks: 'by another client', lastChanged: 2000 }))],
  ],
  ['... that has none', [], [patch({ remarks: null }, record({ ...a, remarks: null, lastChanged: 1000 }))]],
  [
    'a PUT that keeps what it does not send',
    ['A-DAT-05'],
    [
      post(
        { id: id('a'), remarks: 'set by a caller' },
        record({ ...a, remarks: 'set by a caller', lastChanged: 1000 }),
      ),
      {
        ...patch({ subject: 'x' }, record({ ...a, subject: 'x', remarks: 'set by a caller', lastChanged: 2000 })),
        method: 'PUT',
      },
    ],
  ],
  [
    '... that the service filled itself',
    [],
    [get(one), { ...patch({ subject: 'x' }, record({ ...a, subject: 'x', lastChanged: 2000 })), method: 'PUT' }],
  ],

  [
    'a refused write that shows',
    ['A-DAT-21'],
    [
      post({ id: id('a') }, two),
      patch({ remarks: 'never to be', lastChanged: 1000 }, undefined, refused(2000, at(3))),
      get(record({ ...a, remarks: 'never to be', lastChanged: 3000 })),
    ],
  ],
  [
    '... that another client had written before: it was why',
    [],
    [
      get(one),
      patch({ remarks: 'never to be', lastChanged: 1000 }, undefined, refused(2000, at(3))),
      get(record({ ...a, remarks: 'never to be', lastChanged: 2000 })),
    ],
  ],
  [
    '... that another client wrote later',
    [],
    [
      get(one),
      patch({ remarks: 'never to be', lastChanged: 1000 }, undefined, refused(2000, at(3))),
      get(record({ ...a, remarks: 'never to be', lastChanged: 9000 })),
    ],
  ],
  [
    '... sent again, and then accepted',
    [],
    [
      get(two),
      patch({ remarks: 'never to be', lastChanged: 1000 }, undefined, refused(2000, at(3))),
      patch(
        { remarks: 'never to be', lastChanged: 2000 },
        record({ ...a, subject: 'the second subject', remarks: 'never to be', lastChanged: 3000 }),
      ),
      get(record({ ...a, remarks: 'never to be', lastChanged: 3000 })),
    ],
  ],
  [
    'a POST that changes a stored record',
    ['A-DAT-12'],
    [
      post({ id: id('a') }, one),
      post({ id: id('a'), subject: 'through the back door' }, undefined, { status: 409, ...at(3) }),
      get(record({ ...a, subject: 'through the back door', lastChanged: 3000 })),
    ],
  ],
  [
    '... that another client had deleted',
    [],
    [
      get(one),
      post({ id: id('a'), subject: 'through the back door' }, undefined, { status: 201, ...at(3) }),
      get(
        record({
          id: id('a'),
          subject: 'through the back door',
          createDateTime: '2026-03-01T10:00:02.000Z',
          lastChanged: 3000,
        }),
      ),
    ],
  ],
  [
    'a rolled back update that shows',
    ['A-BAT-08'],
    [
      get(one),
      batch([
        {
          request: `PATCH /api/data/v4/ServiceCall/${id('a')}?dtos=ServiceCall.27`,
          sent: { remarks: 'rolled back text' },
          status: 201,
          answer: record({ ...a, remarks: 'rolled back text', lastChanged: 2000 }),
        },
        {
          request: 'POST /api/data/v4/ServiceCall?dtos=ServiceCall.27',
          sent: { businessPartner: id('f') },
          status: 400,
        },
      ]),
      get(record({ ...a, remarks: 'rolled back text', lastChanged: 2000 })),
    ],
  ],
  [
    '... sent again in a batch that was kept',
    [],
    [
      get(one),
      batch([
        {
          request: `PATCH /api/data/v4/ServiceCall/${id('a')}?dtos=ServiceCall.27`,
          sent: { remarks: 'rolled back text' },
          status: 201,
        },
        {
          request: 'POST /api/data/v4/ServiceCall?dtos=ServiceCall.27',
          sent: { businessPartner: id('f') },
          status: 400,
        },
      ]),
      batch([
        {
          request: `PATCH /api/data/v4/ServiceCall/${id('a')}?dtos=ServiceCall.27`,
          sent: { remarks: 'rolled back text' },
          status: 201,
        },
      ]),
      get(record({ ...a, remarks: 'rolled back text', lastChanged: 2000 })),
    ],
  ],
  [
    '... whose only failure is a read of what is not there',
    [],
    [
      get(one),
      batch([
        {
          request: `PATCH /api/data/v4/ServiceCall/${id('a')}?dtos=ServiceCall.27`,
          sent: { remarks: 'rolled back text' },
          status: 201,
        },
        { request: `GET /api/data/v4/ServiceCall/${id('f')}?dtos=ServiceCall.27`, status: 404 },
      ]),
      get(record({ ...a, remarks: 'rolled back text', lastChanged: 2000 })),
    ],
  ],
]
