import { canonical } from '../../src/batch/form.ts'
import { writeBatch } from '../../src/batch/write.ts'
import { check, eventually, must, plainId } from '../../src/kit/index.ts'
import { whole } from '../data/steps.ts'
import { ownRows, rowsOf, selected } from '../query/statement.ts'
import { batch } from './requirements.ts'
import {
  changing,
  creating,
  deleting,
  failing,
  mustAllSucceed,
  mustBeAsBefore,
  mustBeThere,
  mustFailAt,
  mustHaveParts,
  mustNotBeThere,
  read,
  recordOfPart,
  send,
  stored,
  well,
} from './steps.ts'

check(
  batch['message-forms'],
  'capitals-in-the-boundary',
  { brokenBy: ['bat-boundary-case'], effects: true },
  async (context) => {
    const made = creating(context)
    const spelled = (text: string) => text.replaceAll('fieldproof-batch', 'Fieldproof-BATCH')
    const sent = (innerHost: 'none' | 'given') => {
      const { contentType, body } = writeBatch([made.request], { ...canonical, innerHost })
      const bytes = Buffer.from(spelled(body.toString('latin1')), 'latin1')
      return context.api.batch.sendBytes(spelled(contentType), bytes)
    }
    const first = await sent('none')
    // A complete request may have to name its host (A-BAT-03).
    const answer = well(first.parts[0]) ? first : await sent('given')
    mustAllSucceed(answer, 1)
    await mustBeThere(context.api, made)
  },
)

check(
  batch['part-request'],
  'body-with-an-empty-line',
  { brokenBy: ['bat-body-trailing-newline', 'batch-inner-body-lost'], effects: true },
  async (context) => {
    const [first, second] = [creating(context), creating(context)]
    const body = String(first.request.body).replace(/^\{/, '{\r\n\r\n  ')
    mustAllSucceed(await send(context, [{ ...first.request, body }, second.request]), 2)
    for (const one of [first, second]) await mustBeThere(context.api, one)
  },
)

const urls = {
  'own-address': { of: (base: URL) => base.origin, brokenBy: ['bat-fullurl-own-host', 'batch-url-executed'] },
  'scheme-in-capitals': {
    of: (base: URL) => base.origin.replace(/^[a-z]+/, (scheme) => scheme.toUpperCase()),
    brokenBy: ['bat-upper-scheme', 'batch-url-executed'],
  },
  'without-scheme': { of: (base: URL) => `//${base.host}`, brokenBy: ['bat-scheme-relative', 'batch-url-executed'] },
} as const

for (const situation of ['own-address', 'scheme-in-capitals', 'without-scheme'] as const) {
  const { of, brokenBy } = urls[situation]
  check(batch['full-url-refused'], situation, { brokenBy, effects: true }, async (context) => {
    const record = await stored(context)
    const change = changing(context, record, 'must not be')
    const { url } = (await context.api.data.get('ServiceCall', record.id)).exchange.request
    const base = new URL(url.slice(0, url.indexOf(context.target.basePaths.data)))
    const path = `${of(base)}${base.pathname.replace(/\/$/, '')}${change.path}`
    const answer = await send(context, [{ ...change, path }], { transactional: false })
    must.notDone('every part with a full URL', ...answer.parts)
    await mustBeAsBefore(context.api, record)
    mustAllSucceed(await send(context, [changing(context, record, context.fresh.text())]), 1)
  })
}

check(
  batch['one-start'],
  'by-id-and-by-external-id',
  { sampled: true, brokenBy: ['bat-lastchanged-extid', 'batch-time-per-part'], effects: true },
  async (context) => {
    const records = [await stored(context), await stored(context)]
    await context.wait(10)
    const text = { subject: context.fresh.text() }
    const { part } = context.api.batch
    mustAllSucceed(
      await send(context, [
        part.patch('ServiceCall', records[0]!.id, text, { force: true }),
        part.patch('ServiceCall', { externalId: records[1]!.externalId }, text, { force: true }),
      ]),
      2,
    )
    const times = []
    for (const { id } of records) times.push((await read(context.api, id))?.['lastChanged'])
    must.hold(
      'one lastChanged for both records of the transaction',
      typeof times[0] === 'number' && times[0] === times[1],
      times,
    )
  },
)

check(
  batch['missing-reference'],
  'to-a-record-deleted-before',
  {
    sampled: true,
    brokenBy: ['bat-missingref-deleted-in-batch', 'batch-no-rollback', 'deletion-undone-but-external-id-forgotten'],
    effects: true,
  },
  async (context) => {
    const { resource, field, to } = context.target.fixtures.reference ?? {
      resource: 'ServiceCall',
      field: 'businessPartner',
      to: 'BusinessPartner',
    }
    const gone = await stored(context, {}, to)
    const dangling = creating(context, { [field]: gone.id }, resource)
    const answer = await send(context, [deleting(context, gone), dangling.request])
    mustHaveParts(answer)
    must.notDone('the part that refers to a deleted record', answer.parts[1])
    await mustNotBeThere(context.api, [dangling], resource)
    await mustBeAsBefore(context.api, gone)
  },
)

check(
  batch['missing-reference'],
  'by-a-change',
  { brokenBy: ['bat-missingref-update-ok', 'batch-reference-failure-forgiven'], effects: true },
  async (context) => {
    const { resource, field } = context.target.fixtures.reference ?? {
      resource: 'ServiceCall',
      field: 'businessPartner',
    }
    const [made, record] = [creating(context), await stored(context, {}, resource)]
    const change = context.api.batch.part.patch(resource, record.id, { [field]: context.fresh.id() }, { force: true })
    const answer = await send(context, [made.request, change])
    mustHaveParts(answer)
    must.notDone('the part that refers to a missing record', answer.parts[1])
    await mustNotBeThere(context.api, [made])
    await mustBeAsBefore(context.api, record)
  },
)

check(
  batch['missing-reference'],
  'in-a-list',
  { needs: ['list-reference'], brokenBy: ['bat-missingref-array', 'batch-no-rollback'], effects: true },
  async (context) => {
    const { resource, field } = context.target.fixtures.listReference ?? {
      resource: 'ServiceCall',
      field: 'technicians',
    }
    const made = creating(context)
    const dangling = creating(context, { [field]: [context.fresh.id()] }, resource)
    const answer = await send(context, [made.request, dangling.request])
    mustHaveParts(answer)
    must.notDone('the part that refers to a missing record', answer.parts[1])
    await mustNotBeThere(context.api, [dangling], resource)
    await mustNotBeThere(context.api, [made])
  },
)

check(
  batch['failure-reported'],
  'of-an-external-id-in-use',
  {
    brokenBy: [
      'bat-fail-201',
      'batch-status-always-200',
      'externalid-unique-transaction-blind',
      'externalid-unique-batch-blind',
    ],
    effects: true,
  },
  async (context) => {
    const first = creating(context)
    const body = whole(context, { id: context.fresh.id(), externalId: first.externalId })
    const answer = await send(context, [first.request, context.api.batch.part.create('ServiceCall', body)])
    mustHaveParts(answer, 1, 2)
    // Which of the two is the one that fails may be known only at the end.
    must.hold(
      'a part that reports that its external id is in use',
      answer.parts.some(({ status }) => status >= 400),
      answer.text,
    )
    await mustNotBeThere(context.api, [first, { ...first, id: String(body['id']) }])
  },
)

check(
  batch['transaction-undone'],
  'not-in-the-query-api',
  { needs: ['query-api'], brokenBy: ['bat-rollback-qapi', 'batch-keeps-creates', 'batch-no-rollback'], effects: true },
  async (context) => {
    const record = await stored(context)
    const made = creating(context)
    mustFailAt(await send(context, [made.request, failing(context, record)]), 1, 2)
    const never = { ...record, id: made.id }
    const answer = await eventually(
      context,
      () => selected(context, ['id'], 'sc', [record, never]),
      (told) => {
        const rows = ownRows(rowsOf(told, 'sc'), [never])
        return rows.length === 0
          ? undefined
          : { expected: `no row of the record ${plainId(made.id)}, which was rolled back`, actual: told.text }
      },
      { lag: 5000 },
    )
    must.some('row', rowsOf(answer, 'sc'), answer)
  },
)

check(
  batch['parts-answered'],
  'whole-bodies',
  { brokenBy: ['bat-resp-body-cut', 'batch-answer-bodies-lost'] },
  async (context) => {
    const record = await stored(context, { subject: `${context.fresh.tag} größer Öl` })
    const part = context.api.batch.part.get('ServiceCall', record.id)
    const answer = await send(context, [part, part])
    mustAllSucceed(answer, 2)
    must.equal(
      'subjects of the records in the parts',
      answer.parts.map((one) => recordOfPart(one)?.['subject']),
      [record.dto['subject'], record.dto['subject']],
    )
  },
)
