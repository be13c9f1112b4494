import { check, ifRead, must, Unexercised } from '../../src/kit/index.ts'
import { batch } from './requirements.ts'
import {
  changing,
  creating,
  failing,
  hadTooManyBytes,
  mustAllSucceed,
  mustBeAsBefore,
  mustBeThere,
  mustFailAt,
  mustHaveParts,
  read,
  send,
  stored,
  well,
  withContentId,
} from './steps.ts'

const numbered = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1)

check(
  batch.sequential,
  'hundred-and-fifty-changes',
  { brokenBy: ['bat-lex-contentid', 'bat-reorder-over-100', 'batch-done-backwards'], effects: true },
  async (context) => {
    const record = await stored(context)
    const requests = numbered(150).map((at) =>
      withContentId(changing(context, record, `${context.fresh.tag} change ${at}`), String(at)),
    )
    mustAllSucceed(await send(context, requests), 150)
    must.equal(
      'the subject after 150 changes',
      (await read(context.api, record.id))?.['subject'],
      `${context.fresh.tag} change 150`,
    )
  },
)

check(
  batch['one-start'],
  'first-and-last-of-a-hundred-and-twenty',
  { brokenBy: ['batch-time-per-fifty-parts', 'batch-time-per-part'], effects: true },
  async (context) => {
    const [first, between, last] = [await stored(context), await stored(context), await stored(context)]
    await context.wait(10)
    const text = context.fresh.text()
    const changes = numbered(118).map(() => changing(context, between, text))
    mustAllSucceed(
      await send(context, [changing(context, first, text), ...changes, changing(context, last, text)]),
      120,
    )
    const [one, other] = [await read(context.api, first.id), await read(context.api, last.id)]
    must.present('lastChanged of the record that the first part changed', one?.['lastChanged'])
    must.equal('lastChanged of the record that the last part changed', other?.['lastChanged'], one?.['lastChanged'])
  },
)

check(
  batch['transaction-undone'],
  'after-a-hundred-and-forty',
  {
    sampled: true,
    brokenBy: ['bat-rollback-chunk', 'forced-for-the-rest-of-the-batch', 'batch-no-rollback', 'batch-keeps-updates'],
    effects: true,
  },
  async (context) => {
    const [record, changed] = [await stored(context), await stored(context)]
    await context.wait(10)
    const changes = numbered(140).map((at) => changing(context, changed, `${context.fresh.tag} change ${at}`))
    mustFailAt(await send(context, [...changes, failing(context, record)]), 140, 141)
    await mustBeAsBefore(context.api, changed)
  },
)

check(
  batch.independent,
  'sixty-failures',
  { brokenBy: ['bat-nontrans-rollback-over-n', 'batch-stops-anyway'], effects: true },
  async (context) => {
    const record = await stored(context)
    const made = creating(context)
    const requests = [...numbered(60).map(() => failing(context, record)), made.request]
    const answer = await send(context, requests, { transactional: false })
    mustHaveParts(answer, 61)
    must.done('the part after sixty that fail', answer.parts[60])
    await mustBeThere(context.api, made)
  },
)

check(
  batch.independent,
  'external-id-in-use-in-the-middle',
  {
    brokenBy: ['batch-session-lost-after-constraint', 'parts-after-a-conflict-not-stored', 'batch-stops-anyway'],
    effects: true,
  },
  async (context) => {
    const made = [creating(context), creating(context)]
    // Whether it is refused is another rule's question.
    const again = creating(context, { externalId: made[0]!.externalId })
    const requests = [made[0]!.request, again.request, made[1]!.request]
    const answer = await send(context, requests, { transactional: false })
    mustHaveParts(answer, 3)
    must.equal('parts around it that are successful', [answer.parts[0], answer.parts[2]].map(well), [true, true])
    for (const one of made) await mustBeThere(context.api, one)
  },
)

check(
  batch.independent,
  'unreadable-body-in-the-middle',
  { sampled: true, brokenBy: ['bat-nontrans-stops-on-500ish', 'batch-stops-anyway'], effects: true },
  async (context) => {
    const record = await stored(context)
    const made = [creating(context), creating(context)]
    const broken = { ...changing(context, record, 'must not be'), body: '{"subject": "must not be", ' }
    const answer = await send(context, [made[0]!.request, broken, made[1]!.request], { transactional: false })
    mustHaveParts(answer, 3)
    must.equal('parts successful', answer.parts.map(well), [true, false, true])
    for (const one of made) await mustBeThere(context.api, one)
    await mustBeAsBefore(context.api, record)
  },
)

check(
  batch.independent,
  'unknown-path-in-the-middle',
  { brokenBy: ['nontransactional-stops-at-unknown-path', 'batch-stops-anyway'], effects: true },
  async (context) => {
    const made = [creating(context), creating(context)]
    const nowhere = { ...context.api.batch.part.list('ServiceCall'), path: `/api/nothing-${context.fresh.tag}/v1` }
    const answer = await send(context, [made[0]!.request, nowhere, made[1]!.request], { transactional: false })
    mustHaveParts(answer, 3)
    must.equal('parts around it that are successful', [answer.parts[0], answer.parts[2]].map(well), [true, true])
    for (const one of made) await mustBeThere(context.api, one)
  },
)

check(
  batch['thousand-requests'],
  'a-thousand-changes',
  {
    heavy: true,
    brokenBy: ['bat-counts-boundaries', 'bat-last-dropped', 'batch-limit-999', 'batch-updates-count-twice'],
    effects: true,
  },
  async (context) => {
    const record = await stored(context)
    const requests = numbered(1000).map((at) =>
      withContentId(changing(context, record, `${context.fresh.tag} change ${at}`), `c${at}`),
    )
    const answer = await ifRead(send(context, requests))
    if (!answer) throw new Unexercised('the answer to a thousand changes holds more than is read')
    if (await hadTooManyBytes(context, record, answer)) return
    mustAllSucceed(answer, 1000)
    must.equal(
      'the subject after a thousand changes',
      (await read(context.api, record.id))?.['subject'],
      `${context.fresh.tag} change 1000`,
    )
  },
)

check(
  batch['parts-answered'],
  'long-and-short',
  { brokenBy: ['bat-resp-order-done', 'batch-parts-reversed', 'batch-bodies-of-first'], effects: true },
  async (context) => {
    const records = [await stored(context), await stored(context)]
    const list = context.api.batch.part.list('ServiceCall', { query: { pageSize: '20' } })
    const requests = records.flatMap(({ id }) => [list, context.api.batch.part.get('ServiceCall', id)])
    const answer = await send(context, requests, { transactional: false })
    mustAllSucceed(answer, 4)
    for (const [at, record] of records.entries())
      must.sameId(
        `the id of the record in part ${2 * at + 2}`,
        answer.parts[2 * at + 1]?.records('serviceCall')[0]?.['id'],
        record.id,
      )
  },
)
