import { batch, get, id, list, patch, record, refused, type Case, type Step } from './traffic.ts'

const a = {
  id: id('a'),
  externalId: 'E-first',
  subject: 'the first subject',
  remarks: 'some remarks',
  createDateTime: '2026-03-01T09:59:59.123Z',
  syncStatus: 'IN_CLOUD',
}
const was = record({ ...a, lastChanged: 1000 })
const at = (second: number) => ({ answerHeaders: [['Date', new Date(second * 1000).toUTCString()]] as const })
const post = (sent: unknown, answer: unknown, more: Partial<Step> = {}): Step => ({
  method: 'POST',
  path: '/ServiceCall',
  sent,
  status: 201,
  answer,
  ...more,
})
const put = (sent: unknown, answer: unknown, more: Partial<Step> = {}): Step => ({
  ...patch(sent, answer, more),
  method: 'PUT',
})
const remove = (more: Partial<Step> = {}): Step => ({
  method: 'DELETE',
  path: `/ServiceCall/${id('a')}?forceDelete=true`,
  ...more,
})
const byExternalId = { path: '/ServiceCall/externalId/E-first' }
const removeByExternalId = (more: Partial<Step> = {}): Step =>
  remove({ path: `${byExternalId.path}?forceDelete=true`, ...more })
const lost = { status: 0, answer: undefined }
/** Well within the millisecond of the step before. */
const atOnce = { after: 0.0202, ms: 0.1 }
const text = 'through the back door'
const inBatch = (method: string, sent: unknown, answer?: unknown, path = id('a')) => ({
  request: `${method} /api/data/v4/ServiceCall/${path}?dtos=ServiceCall.27&forceUpdate=true&forceDelete=true`,
  sent,
  status: method === 'DELETE' ? 200 : 201,
  answer,
})
const other = (fields: Readonly<Record<string, unknown>>, lastChanged = 1000) =>
  record({ ...a, ...fields, lastChanged })

/** Versions that lastChanged does not tell apart, and records whose identity is not told: what may be lawful is passed over. */
export const versions: readonly Case[] = [
  ['deleted and made anew within one millisecond', [], [get(was), remove(atOnce), { ...get(was), ...atOnce }]],
  [
    '... by a PUT by external id that got no answer',
    [],
    [get(was), remove(), put(a, undefined, { ...byExternalId, ...lost }), get(was)],
  ],
  [
    '... by a write that overlaps the deletion, listed before it',
    [],
    [get(was), put(a, was, { ms: 5000 }), remove(), get(was, { after: 10 })],
  ],
  [
    '... listed after the read',
    [],
    [get(was), remove({ ms: 3000 }), get(was, { after: 4 }), put(a, was, { after: -3.5, ms: 9000 })],
  ],
  ['... in the same batch', [], [get(was), batch([inBatch('DELETE', undefined), inBatch('PUT', a, was)]), get(was)]],
  [
    '... the deletion by external id, the record anew by id, in one batch',
    [],
    [
      get(was),
      batch([inBatch('DELETE', undefined, undefined, 'externalId/E-first'), inBatch('PUT', a, was)]),
      get(was),
    ],
  ],
  [
    'a deleted record that a cache still answers',
    [],
    [get(was), remove(), get(was, { answerHeaders: [['Age', '3']] })],
  ],
  [
    'a deletion by an external id that another record had by then',
    [],
    [
      get(other({ externalId: 'E-other' })),
      get(other({ externalId: 'E-first' }, 2000)),
      removeByExternalId(),
      get(other({ externalId: 'E-other' })),
    ],
  ],
  [
    'a record of the same id in another company, told by a header',
    [],
    [
      get(was),
      {
        ...remove(),
        headers: [['X-Company-ID', '7']],
        path: `/api/data/v4/ServiceCall/${id('a')}?forceDelete=true&company=other`,
      },
      get(was),
    ],
  ],

  [
    'a PATCH that changes what it does not send',
    ['A-DAT-07'],
    [get(was), get(was), patch({ subject: 'x', lastChanged: 1000 }, other({ subject: 'x', remarks: null }, 2000))],
  ],
  [
    '... after two writes within one millisecond',
    [],
    [
      get(was),
      patch({ remarks: null }, other({ remarks: null }), atOnce),
      get(other({ remarks: null })),
      patch({ subject: 'x', lastChanged: 1000 }, other({ subject: 'x', remarks: null }, 2000)),
    ],
  ],
  [
    '... after a sight within the millisecond of the version: another may have followed',
    [],
    [get(was), patch({ subject: 'x', lastChanged: 1000 }, other({ subject: 'x', remarks: null }, 2000))],
  ],
  [
    '... seen long after it was written',
    ['A-DAT-07'],
    [get(was, at(3600)), patch({ subject: 'x', lastChanged: 1000 }, other({ subject: 'x', remarks: null }, 2000))],
  ],
  [
    '... beside another write that overlaps',
    [],
    [
      get(was),
      get(was),
      patch({ remarks: null }, undefined, { ...lost, ms: 4000 }),
      patch({ subject: 'x', lastChanged: 1000 }, other({ subject: 'x', remarks: null }, 2000)),
    ],
  ],
  [
    '... listed later',
    [],
    [
      get(was),
      get(was),
      patch({ subject: 'x', lastChanged: 1000 }, other({ subject: 'x', remarks: null }, 2000), { ms: 500 }),
      patch({ remarks: null }, undefined, { after: 0.2, ms: 900, status: 204 }),
    ],
  ],
  [
    '... deleted and made anew with the same lastChanged',
    [],
    [
      get(was),
      remove(atOnce),
      put({ subject: 'anew' }, other({ subject: 'anew', remarks: null }), atOnce),
      patch({ subject: 'x', lastChanged: 1000 }, other({ subject: 'x', remarks: null }, 2000)),
    ],
  ],

  [
    'a POST that changes a stored record, though it is accepted',
    ['A-DAT-12'],
    [
      post({ id: id('a') }, was),
      post({ id: id('a'), subject: text }, undefined, at(3)),
      get(other({ subject: text }, 3000)),
    ],
  ],
  [
    '... that had been deleted by external id',
    [],
    [
      post({ id: id('a') }, was),
      removeByExternalId(),
      post({ id: id('a'), subject: text }, undefined, at(3)),
      get(other({ subject: text, createDateTime: '2026-03-01T10:00:03.000Z' }, 3000)),
    ],
  ],
  [
    '... deleted by another external id, which is not known to be its',
    [],
    [
      post({ id: id('a') }, was),
      remove({ path: '/ServiceCall/externalId/E-unknown?forceDelete=true' }),
      post({ id: id('a'), subject: text }, undefined, at(3)),
      get(other({ subject: text }, 3000)),
    ],
  ],
  [
    '... all within one millisecond',
    [],
    [
      post({ id: id('a') }, was),
      removeByExternalId(atOnce),
      post({ id: id('a'), subject: text }, other({ subject: text }), { ...at(1), ...atOnce }),
      patch({ remarks: 'more' }, other({ subject: text, remarks: 'more' }), { ...byExternalId, ...atOnce }),
      get(other({ subject: text, remarks: 'more' })),
    ],
  ],
  [
    '... that another client deleted, and that keeps only what the service fills in',
    [],
    [
      post({ id: id('a') }, was),
      post({ id: id('a'), subject: text }, undefined, at(3)),
      get(
        record({
          id: id('a'),
          subject: text,
          syncStatus: 'IN_CLOUD',
          createDateTime: '2026-03-01T10:00:03.000Z',
          lastChanged: 3000,
        }),
      ),
    ],
  ],
  [
    '... whose text an update by external id sent again',
    [],
    [
      post({ id: id('a') }, was),
      post({ id: id('a'), subject: text }, undefined, { status: 409, ...at(3) }),
      patch({ subject: text }, undefined, { ...byExternalId, status: 204 }),
      get(other({ subject: text }, 3000)),
    ],
  ],
  [
    '... and five more writes followed',
    [],
    [
      post({ id: id('a') }, was),
      post({ id: id('a'), subject: text }, undefined, { status: 409, ...at(3) }),
      patch({ subject: text }, other({ subject: text }, 2500)),
      ...[1, 2, 3, 4, 5, 6].map((count) =>
        patch({ remarks: `number ${count}` }, other({ subject: text, remarks: `number ${count}` }, 2500 + count)),
      ),
      get(other({ subject: text, remarks: 'number 6' }, 2506)),
    ],
  ],

  [
    'a refused write that shows in a record that others write, too',
    [],
    [
      post({ id: id('a') }, was),
      get(other({ remarks: 'by another client' }, 1500)),
      patch({ subject: text, lastChanged: 1000 }, undefined, refused(1500, at(3))),
      get(other({ subject: text }, 3000)),
    ],
  ],
  [
    '... in one that was not made here: two may have the same task',
    [],
    [
      get(was),
      patch({ subject: text, lastChanged: 900 }, undefined, refused(1000, at(3))),
      get(other({ subject: text }, 3000)),
    ],
  ],
  [
    'a rolled back text that shows, of a batch that does not tell its time',
    [],
    [
      batch(
        [
          {
            request: `PUT /api/data/v4/ServiceCall/${id('a')}?dtos=ServiceCall.27`,
            sent: { subject: text },
            status: 424,
          },
          {
            request: 'POST /api/data/v4/ServiceCall?dtos=ServiceCall.27',
            sent: { businessPartner: id('f') },
            status: 400,
          },
        ],
        { answerHeaders: [['Content-Type', 'multipart/mixed; boundary=b'], ...at(3).answerHeaders] },
      ),
      get(other({ subject: text }, 3000)),
    ],
  ],

  [
    'a deletion with an outdated lastChanged, long after the record was seen: another client may have come first',
    [],
    [
      get(was),
      patch({ subject: 'the second subject' }, other({}, 2000)),
      { ...remove(), path: `/ServiceCall/${id('a')}?lastChanged=1000`, after: 3600 },
    ],
  ],
  [
    '... by external id, which may be that of another record',
    [],
    [
      get(was),
      patch({ subject: 'the second subject' }, other({}, 2000)),
      { ...removeByExternalId(), path: `${byExternalId.path}?lastChanged=1000` },
    ],
  ],
  [
    'an update with an outdated lastChanged, that keeps only what the service fills in',
    [],
    [
      get(was),
      get(other({}, 2000)),
      patch(
        { subject: 'x', lastChanged: 1000 },
        record({ id: id('a'), subject: 'x', syncStatus: 'IN_CLOUD', lastChanged: 3000 }),
      ),
    ],
  ],
  [
    '... by external id, that keeps only this',
    [],
    [
      get(was),
      get(other({}, 2000)),
      patch(
        { subject: 'x', lastChanged: 1000 },
        record({ id: id('a'), externalId: 'E-first', subject: 'x', lastChanged: 3000 }),
        byExternalId,
      ),
    ],
  ],
  [
    '... where the newer was shown by a list that lagged',
    [],
    [
      { path: '/ServiceCall?pageSize=5', answer: list({ ...a, lastChanged: 2000 }) },
      get(was),
      { path: '/ServiceCall?pageSize=5', answer: list({ ...a, lastChanged: 2000 }) },
      patch({ subject: 'x', lastChanged: 1000 }, other({ subject: 'x' }, 3000)),
    ],
  ],
  [
    '... refused for an external id that is in use, too',
    [],
    [
      get(was),
      get(other({}, 2000)),
      patch({ externalId: 'E-taken', lastChanged: 1000 }, undefined, { status: 409, answer: { error: 'CA-147' } }),
    ],
  ],

  [
    'a refusal that names the value sent, beside a write of the same millisecond',
    [],
    [
      get(was),
      patch({ subject: 'x', lastChanged: 1000 }, other({ subject: 'x' }), { ms: 500 }),
      patch({ remarks: 'y', lastChanged: 1000 }, undefined, refused(1000, { after: 0.2 })),
    ],
  ],
  [
    'a refusal that names another value than a list shows that lags',
    [],
    [
      get(was),
      patch({ lastChanged: 900 }, undefined, refused(1500)),
      { path: '/ServiceCall?pageSize=5', answer: list({ ...a, lastChanged: 1000 }) },
    ],
  ],
  [
    '... than a cache shows',
    [],
    [get(was), patch({ lastChanged: 900 }, undefined, refused(1500)), get(was, { answerHeaders: [['Age', '3']] })],
  ],

  [
    'lastChanged that stands still where a write of the same millisecond had set the same',
    [],
    [
      get(was),
      patch({ subject: 'the second subject' }, other({ subject: 'the second subject' }), atOnce),
      patch({ subject: 'the second subject' }, other({ subject: 'the second subject' })),
    ],
  ],
  [
    '... where it was set by a write that got no answer',
    [],
    [
      get(was),
      patch({ subject: 'the second subject' }, undefined, { ...lost, ...atOnce }),
      patch({ subject: 'the second subject' }, other({ subject: 'the second subject' })),
    ],
  ],
  [
    'a field sent as null beside a write that sets it',
    [],
    [
      get(was),
      patch({ remarks: 'some remarks' }, undefined, { ms: 5000, status: 204 }),
      patch({ remarks: null }, other({}, 2000)),
    ],
  ],
  [
    'a PUT beside a write that sets what it does not send',
    [],
    [
      post({ id: id('a'), remarks: 'some remarks' }, was),
      patch({ remarks: 'some remarks' }, undefined, { ms: 5000, status: 204 }),
      put({ subject: 'x' }, other({ subject: 'x' }, 2000)),
    ],
  ],
  [
    'a creation whose record a later part of the batch changes, by external id',
    [],
    [
      batch([
        {
          request: 'POST /api/data/v4/ServiceCall?dtos=ServiceCall.27',
          sent: { externalId: 'E-first' },
          status: 201,
          answer: other({ externalId: 'E-second' }),
        },
        inBatch('PATCH', { externalId: 'E-second' }, other({ externalId: 'E-second' }), 'externalId/E-first'),
      ]),
    ],
  ],
  [
    'an external id that went to and fro within a millisecond',
    [],
    [
      get(was),
      {
        ...get(record({ id: id('b'), externalId: 'E-first', lastChanged: 1000 })),
        path: `/ServiceCall/${id('b')}`,
        ...atOnce,
      },
      { ...get(was), ...atOnce },
    ],
  ],
  [
    'times cut to milliseconds: what seems to follow may have overlapped',
    [],
    [
      get(was),
      { ...patch({ subject: 'the second subject' }, other({ subject: 'the second subject' }, 2000)), ms: 20 },
      { ...get(was), after: 0.021 },
    ],
  ],
  [
    'a deleted record that a write at an address with one slash more made anew',
    [],
    [get(was), remove(), { ...put(a, undefined, { status: 204 }), path: `/ServiceCall/${id('a')}/` }, get(was)],
  ],
]
