import { check, must, observe, plainId } from '../../src/kit/index.ts'
import { batch } from './requirements.ts'
import {
  creating,
  failing,
  isStale,
  mustAllSucceed,
  mustFailAt,
  mustTellVersion,
  mustHaveParts,
  withContentId,
  recordOfPart,
  send,
  statusesOf,
  stored,
  well,
} from './steps.ts'

const idOf = (part: Parameters<typeof recordOfPart>[0]): string => plainId(String(recordOfPart(part)?.['id']))

check(
  batch['parts-answered'],
  'reads-in-order',
  {
    brokenBy: [
      'batch-parts-reversed',
      'batch-last-answer-missing',
      'batch-answer-doubled',
      'batch-reads-unanswered',
      'batch-bodies-of-first',
      'batch-answer-json',
      'batch-status-line-missing',
      'batch-answer-bodies-lost',
    ],
    effects: true,
  },
  async (context) => {
    const records = [await stored(context), await stored(context), await stored(context)]
    const answer = await send(
      context,
      records.map(({ id }) => context.api.batch.part.get('ServiceCall', id)),
    )
    mustAllSucceed(answer, 3)
    must.equal(
      'ids in the order of the requests',
      answer.parts.map(idOf),
      records.map(({ id }) => plainId(id)),
    )
  },
)

check(
  batch['parts-answered'],
  'writes-and-reads',
  {
    brokenBy: ['batch-parts-reversed', 'batch-last-answer-missing', 'batch-reads-unanswered', 'batch-answer-doubled'],
    effects: true,
  },
  async (context) => {
    const record = await stored(context)
    const made = creating(context)
    const read = context.api.batch.part.get('ServiceCall', record.id)
    const answer = await send(context, [read, made.request, read, context.api.batch.part.get('ServiceCall', made.id)])
    mustAllSucceed(answer, 4)
    must.equal(
      'ids of the records read',
      [0, 2, 3].map((position) => idOf(answer.parts[position])),
      [record.id, record.id, made.id].map(plainId),
    )
  },
)

check(
  batch['parts-answered'],
  'failure-in-its-place',
  {
    brokenBy: [
      'bat-nontrans-skip-same-record',
      'batch-failures-last',
      'batch-failures-unanswered',
      'batch-answers-grouped-by-resource',
    ],
    effects: true,
  },
  async (context) => {
    const record = await stored(context)
    const read = context.api.batch.part.get('ServiceCall', record.id)
    const answer = await send(context, [failing(context, record), read, read, failing(context, record), read], {
      transactional: false,
    })
    mustHaveParts(answer, 5)
    must.equal('parts successful', answer.parts.map(well), [false, true, true, false, true])
  },
)

const strict = [
  'batch-answer-other-type',
  'batch-answer-boundary-untold',
  'batch-answer-unclosed',
  'batch-answer-length-in-characters',
] as const

check(batch['answer-well-formed'], 'strictly-read', { brokenBy: strict }, async (context) => {
  const record = await stored(context, { subject: `${context.fresh.tag} größer Öl` })
  const answer = await send(context, [
    context.api.batch.part.get('ServiceCall', record.id),
    context.api.batch.part.get('ServiceCall', record.id),
  ])
  mustHaveParts(answer)
  must.equal(
    'irregularities of the answer',
    answer.irregular.map(({ what }) => what),
    [],
  )
})

const idForms = {
  plain: ['1', 'two', 'a.b-c'],
  'in-brackets': ['<one@x>', '<two@x>', '<three@x>'],
  'letter-case': ['AbC', 'aBc', 'ABC'],
  long: ['i'.repeat(200), 'k'.repeat(100), 'l'.repeat(60)],
  'of-digits': ['007', '0', '10'],
} as const

for (const situation of ['plain', 'in-brackets', 'letter-case', 'long', 'of-digits'] as const) {
  check(
    batch['content-id-repeated'],
    situation,
    {
      brokenBy: [
        'batch-content-id-missing',
        'batch-content-id-only-first',
        'batch-content-id-prefixed',
        'batch-content-id-numbered',
        'batch-content-id-exchanged',
        ...(situation === 'in-brackets' ? ['bat-cid-brackets-dropped'] : []),
        ...(situation === 'letter-case' ? ['batch-content-id-lower-case'] : []),
        ...(situation === 'long' ? ['batch-content-id-cut'] : []),
        ...(situation === 'of-digits' ? ['content-ids-of-digits-as-numbers'] : []),
      ],
    },
    async (context) => {
      const ids = idForms[situation]
      const answer = await send(
        context,
        ids.map((id) => withContentId(creating(context).request, id)),
      )
      mustAllSucceed(answer, ids.length)
      must.equal(
        'Content-IDs of the response parts',
        answer.parts.map(({ contentId }) => contentId),
        [...ids],
      )
    },
  )
}

check(
  batch['content-id-repeated'],
  'on-failures',
  { brokenBy: ['content-id-in-brackets-on-failure', 'batch-content-id-lost-on-failure', 'batch-content-id-missing'] },
  async (context) => {
    const record = await stored(context)
    const read = context.api.batch.part.get('ServiceCall', record.id)
    const answer = await send(
      context,
      [withContentId(read, 'before'), withContentId(failing(context, record), 'failing'), withContentId(read, 'after')],
      { transactional: false },
    )
    mustHaveParts(answer, 3)
    must.equal(
      'Content-IDs of the response parts',
      answer.parts.map(({ contentId }) => contentId),
      ['before', 'failing', 'after'],
    )
  },
)

// Errors

check(
  batch['failure-reported'],
  'of-the-lock',
  {
    brokenBy: [
      'bat-fail-values-lost',
      'lock-code-number-in-batch',
      'lock-ignored-in-batch',
      'bat-fail-first-part-blamed',
      'batch-failure-generic',
      'batch-failure-of-whole',
      'batch-failures-unanswered',
      'batch-status-always-200',
    ],
  },
  async (context) => {
    const record = await stored(context)
    const answer = await send(context, [creating(context).request, failing(context, record), creating(context).request])
    mustFailAt(answer, 1, 3)
    mustTellVersion('part 2', answer.parts[1], record.lastChanged)
  },
)

check(
  batch['failure-reported'],
  'by-its-content-id',
  { brokenBy: ['batch-failure-generic', 'batch-failure-of-whole', 'batch-content-id-lost-on-failure'] },
  async (context) => {
    const record = await stored(context)
    const answer = await send(context, [
      withContentId(creating(context).request, 'good'),
      withContentId(failing(context, record), 'bad'),
    ])
    mustHaveParts(answer)
    const part = answer.parts.find(({ contentId }) => contentId === 'bad')
    must.hold(
      'the failing part with its Content-ID and CA-27',
      isStale(part),
      part ? `status ${part.status} with ${part.text}` : `parts with statuses ${statusesOf(answer).join(', ')}`,
    )
  },
)

observe(batch['after-the-failure'], 'skipped-parts', {}, async (context) => {
  const record = await stored(context)
  const { parts } = await send(context, [
    creating(context).request,
    failing(context, record),
    creating(context).request,
    creating(context).request,
  ])
  return parts.length === 2
    ? 'parts after the failing one are absent'
    : `parts after the failing one are answered ${parts
        .slice(2)
        .map(({ status }) => status)
        .join(', ')}`
})

observe(batch['whole-status'], 'good-and-failed', {}, async (context) => {
  const record = await stored(context)
  const good = await send(context, [creating(context).request])
  const failed = await send(context, [creating(context).request, failing(context, record)])
  return `a batch is answered ${good.status}, one that failed ${failed.status}, its part before the failing one ${failed.parts[0]?.status}`
})
