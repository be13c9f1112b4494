import { check, must, type Check } from '../../src/kit/index.ts'
import { around, mustNotBeListed } from '../data/deleted/steps.ts'
import { batch } from './requirements.ts'
import {
  call,
  changing,
  creating,
  deleting,
  failing,
  isStale,
  mustAllSucceed,
  mustBeAsBefore,
  mustBeThere,
  mustFailAt,
  mustHaveParts,
  mustNotBeThere,
  send,
  stored,
  well,
} from './steps.ts'
import { attachmentDeeds, deeds, type Undoable } from './undo.ts'

const every = ['batch-no-rollback', 'batch-lock-failure-keeps', 'batch-never-transactional'] as const
const keeps: Readonly<Record<keyof typeof deeds | keyof typeof attachmentDeeds, readonly string[]>> = {
  'create-by-post': ['batch-keeps-creates'],
  'create-by-put': ['batch-keeps-creates'],
  partner: ['batch-keeps-partners', 'batch-keeps-creates'],
  'another-resource': ['undone-for-calls-only'],
  patch: ['batch-keeps-updates', 'lock-holds-what-was-taken-back'],
  replace: ['batch-keeps-updates'],
  'external-id': ['batch-keeps-updates'],
  delete: ['batch-keeps-deletes'],
  'by-external-id': ['writes-by-external-id-not-taken-back'],
  'two-changes': ['batch-undone-in-order', 'batch-keeps-updates', 'rollback-leaves-what-had-no-value'],
  'create-and-delete': ['batch-undone-in-order', 'batch-keeps-creates', 'bat-rollback-lastchanged'],
  'attachment-created': ['batch-keeps-attachments', 'bat-rollback-attachment'],
  'attachment-deleted': ['batch-keeps-attachments', 'att-rollback-content', 'content-of-an-undone-deletion-is-gone'],
}

function undone(
  situation: keyof typeof keeps,
  deed: (context: Parameters<Check['run']>[0]) => Promise<Undoable>,
  needs: readonly ['attachments'] | readonly [] = [],
): void {
  check(
    batch['transaction-undone'],
    situation,
    { brokenBy: [...every, ...keeps[situation]], effects: true, needs },
    async (context) => {
      const record = await stored(context)
      const { requests, gone } = await deed(context)
      await context.wait(10)
      // The failure is in the middle: something harmless before it, and after it something that must not be executed.
      const before = creating(context)
      const after = creating(context)
      const all = [before.request, ...requests, failing(context, record), after.request]
      const answer = await send(context, all, { transactional: true })
      mustFailAt(answer, requests.length + 1, all.length)
      await gone()
      await mustNotBeThere(context.api, [before, after])
      await mustBeAsBefore(context.api, record)
    },
  )
}

for (const situation of Object.keys(deeds) as Array<keyof typeof deeds>) undone(situation, deeds[situation])
for (const situation of Object.keys(attachmentDeeds) as Array<keyof typeof attachmentDeeds>)
  undone(situation, attachmentDeeds[situation], ['attachments'])

check(
  batch['transaction-undone'],
  'failing-first',
  { brokenBy: ['bat-later-validated-404', 'batch-goes-on', 'batch-never-transactional'], effects: true },
  async (context) => {
    const record = await stored(context)
    const made = [creating(context), creating(context)]
    const read = context.api.batch.part.get('ServiceCall', record.id)
    mustFailAt(await send(context, [failing(context, record), made[0]!.request, read, made[1]!.request]), 0, 4)
    await mustNotBeThere(context.api, made)
  },
)

check(
  batch['transaction-undone'],
  'failing-last',
  { brokenBy: [...every, 'batch-keeps-first', 'batch-keeps-last', 'batch-keeps-after-many'], effects: true },
  async (context) => {
    const record = await stored(context)
    const made = Array.from({ length: 9 }, () => creating(context))
    mustFailAt(await send(context, [...made.map(({ request }) => request), failing(context, record)]), 9, 10)
    await mustNotBeThere(context.api, made)
  },
)

check(
  batch['transaction-undone'],
  'stops-at-once',
  { brokenBy: ['bat-409-not-failure', 'batch-goes-on', 'batch-forgives-deleting-nothing'], effects: true },
  async (context) => {
    const [first, second] = [await stored(context), await stored(context)]
    const answer = await send(context, [failing(context, first), failing(context, second)])
    mustFailAt(answer, 0, 2)
    // It could only be refused with this value if it had been executed.
    const values = (answer.parts[1]?.json as { values?: unknown[] } | undefined)?.values
    must.hold(
      'the second part not done',
      !(isStale(answer.parts[1]) && Number(values?.[0]) === second.lastChanged),
      answer.parts[1]?.text,
    )
    const made = [creating(context), creating(context)]
    const nothing = deleting(context, { id: context.fresh.id(), resource: call })
    const deleted = await send(context, [made[0]!.request, nothing, made[1]!.request])
    // Whether deleting what is not there fails is not stated; a part that says so has failed as any other.
    if (deleted.parts.every(well)) return mustAllSucceed(deleted, 3)
    mustHaveParts(deleted)
    await mustNotBeThere(context.api, made)
  },
)

check(
  batch['transaction-undone'],
  'no-deletion-listed',
  {
    needs: ['deleted-listing'],
    brokenBy: ['del-rolled-back-listed', 'bat-last-part-failure', 'batch-keeps-deletes', 'batch-no-rollback'],
    effects: true,
  },
  async (context) => {
    const [gone, record] = [await stored(context), await stored(context)]
    await context.wait(10)
    mustFailAt(await send(context, [deleting(context, gone), failing(context, record)]), 1, 2)
    await mustNotBeListed(context, gone, around(gone), 'for its deletion was taken back')
    await mustBeAsBefore(context.api, gone)
  },
)

check(
  batch.independent,
  'failing-first',
  {
    brokenBy: [
      'batch-stops-anyway',
      'batch-always-transactional',
      'batch-conflict-ends-what-is-independent',
      'part-after-a-failing-one-fails',
    ],
    effects: true,
  },
  async (context) => {
    const record = await stored(context)
    const made = [creating(context), creating(context)]
    const answer = await send(context, [failing(context, record), ...made.map(({ request }) => request)], {
      transactional: false,
    })
    mustHaveParts(answer, 3)
    must.equal('parts successful', answer.parts.map(well), [false, true, true])
    for (const one of made) await mustBeThere(context.api, one)
  },
)

check(
  batch.independent,
  'failing-in-the-middle',
  { brokenBy: ['batch-stops-anyway', 'batch-always-transactional'], effects: true },
  async (context) => {
    const [record, changed] = [await stored(context), await stored(context)]
    const made = [creating(context), creating(context)]
    const requests = [
      made[0]!.request,
      changing(context, changed, 'changed'),
      failing(context, record),
      made[1]!.request,
    ]
    const answer = await send(context, requests, { transactional: false })
    mustHaveParts(answer, 4)
    must.equal('parts successful', answer.parts.map(well), [true, true, false, true])
    for (const one of made) await mustBeThere(context.api, one)
    await mustBeAsBefore(context.api, record)
  },
)

check(
  batch['missing-reference'],
  'fails-and-takes-back',
  {
    brokenBy: [
      'bat-missingref-deferred-lost',
      'batch-missing-reference-of-last',
      'batch-reference-failure-keeps',
      'batch-reference-failure-forgiven',
      'batch-no-rollback',
    ],
    effects: true,
  },
  async (context) => {
    const { resource, field } = context.target.fixtures.reference ?? {
      resource: 'ServiceCall',
      field: 'businessPartner',
    }
    const made = [creating(context), creating(context)]
    const dangling = creating(context, { [field]: context.fresh.id() }, resource)
    const answer = await send(context, [made[0]!.request, dangling.request, made[1]!.request])
    mustHaveParts(answer)
    must.notDone('the part that refers to a missing record', answer.parts[1])
    await mustNotBeThere(context.api, [dangling], resource)
    await mustNotBeThere(context.api, made)
  },
)

check(
  batch['transaction-undone'],
  'each-batch-as-it-says-itself',
  { brokenBy: ['batch-transactional-as-the-one-before', 'batch-transactional-as-the-first'], effects: true },
  async (context) => {
    const record = await stored(context)
    for (const transactional of [true, false, undefined, false]) {
      const made = creating(context)
      const requests = [made.request, failing(context, record)]
      const answer = await send(context, requests, transactional === undefined ? {} : { transactional })
      mustFailAt(answer, 1, 2)
      if (transactional === false) await mustBeThere(context.api, made)
      else await mustNotBeThere(context.api, [made])
    }
  },
)
