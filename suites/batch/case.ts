import type { BatchAnswer, PartAnswer } from '../../src/clients/batch.ts'
import type { BatchCase } from '../../src/batch/plan.ts'
import { slotsThere } from '../../src/batch/plan.ts'
import { expectationOf, expectationOfThose, slots, type Expectation, type Expected } from '../../src/batch/expect.ts'
import { formInWords } from '../../src/batch/form.ts'
import { tierOfForm } from '../../src/batch/tiers.ts'
import { keyOf, must, rely, type Context } from '../../src/kit/index.ts'
import { data } from '../data/record/requirements.ts'
import { pairOf } from '../data/record/related.ts'
import { succeeded, textField, whole } from '../data/steps.ts'
import { batch } from './requirements.ts'
import { mustBeStale, mustHaveParts, well, type Request } from './steps.ts'
import { under } from './under.ts'

/** The records of one case, all of them ours: some exist before it, some may be created by it. */
interface Ground {
  readonly ids: readonly string[]
  /** Of the record in each slot: whether a set one may be changed is not stated. */
  readonly externalIds: readonly string[]
  readonly versions: readonly number[]
  text(step: number): string
  readonly newIds: readonly string[]
}

/** Sends a case and compares the result with what the documents fix: the outcome of each part, and the state afterwards. */
export async function holdCase(context: Context, drawn: BatchCase): Promise<void> {
  // Shrinking may have removed parts: keep the defect in one that exists.
  const given = sentFor(
    drawn.defect ? { ...drawn, defect: { ...drawn.defect, at: drawn.defect.at % drawn.steps.length } } : drawn,
  )
  const ground = await groundFor(context, given)
  const expected = expectationOf(given)
  const requests = expected.parts.map((part, position) => ({
    ...requestFor(context, ground, part, position),
    ...(given.steps[position]?.named ? { contentId: `c${position}` } : {}),
  }))
  const answer = await context.api.batch.send(requests, {
    form: given.form,
    ...(given.defect ? { defect: given.defect } : {}),
    ...(given.transactional === undefined ? {} : { transactional: given.transactional }),
  })
  under(batch['no-server-error'], () => must.noServerError(answer))
  if (given.defect) return holdBroken(context, given, ground, expected, answer)
  // Lawful to send, and lawful to refuse: if it was refused, nothing was executed.
  const isRefusable = tierOfForm(given.form) === 'L2'
  if (isRefusable && !answer.parts.some(well)) return mustLeave(context, ground, expectationOf({ steps: [] }), given)
  // So may each part be that is of the form: what was refused alone did nothing.
  const isDone = ({ outcome }: Expected, position: number) => outcome === 'done' && !isRefusal(answer.parts[position])
  if (isRefusable && expected.parts.some((part, position) => part.outcome === 'done' && !isDone(part, position)))
    return mustLeave(context, ground, expectationOfThose(given, expected, isDone), given)
  mustAnswer(given, expected, answer)
  await mustLeave(context, ground, expected, given)
}

/** The case with the operations that are sent for its steps: what stands in for one stays what it is where another part fails. */
const sentFor = (drawn: BatchCase): BatchCase => ({
  ...drawn,
  steps: expectationOf(drawn).parts.map(({ deed, slot }, at) => ({ named: false, ...drawn.steps[at], deed, slot })),
})

async function groundFor(context: Context, given: BatchCase): Promise<Ground> {
  // Beyond ASCII, and within what every code page of a database holds: which characters a text may have is not stated.
  const text = (step: number) => `${context.fresh.tag} größer Öl ${step < 0 ? 'before' : `step ${step}`}`
  const ids = Array.from({ length: slots }, () => context.fresh.id())
  const externalIds = ids.map(() => context.fresh.externalId())
  const versions: number[] = []
  await rely(data['replace-creates'], async () => {
    for (const [slot, id] of ids.slice(0, slotsThere).entries()) {
      const body = whole(context, { subject: text(-1), externalId: externalIds[slot] })
      const answer = await context.api.data.put('ServiceCall', id, body)
      must.success(answer)
      versions.push(Number(answer.record(keyOf('ServiceCall'))?.['lastChanged']))
    }
  })
  await context.wait(10)
  return { ids, externalIds, versions, text, newIds: given.steps.map(() => context.fresh.id()) }
}

function requestFor(
  context: Context,
  { ids, externalIds, newIds, text }: Ground,
  { deed, slot }: Expected,
  position: number,
): Request {
  const { part } = context.api.batch
  const id = ids[slot] ?? ''
  const body = (more: Readonly<Record<string, unknown>> = {}) => whole(context, { subject: text(position), ...more })
  switch (deed) {
    case 'create':
      return part.create('ServiceCall', body({ id: newIds[position] }))
    case 'put':
      return part.put('ServiceCall', id, body({ externalId: externalIds[slot] }), { force: true })
    case 'patch':
      return part.patch('ServiceCall', id, { subject: text(position) }, { force: true })
    case 'delete':
      return part.remove('ServiceCall', id, undefined, { force: true })
    case 'get':
      return part.get('ServiceCall', id)
    case 'stale':
      return part.patch('ServiceCall', id, { subject: text(position), lastChanged: 1 })
    case 'dangling': {
      const { resource, field } = pairOf(context, 'reference')
      const named = { id: newIds[position], [textField(context, resource)]: text(position) }
      return part.create(resource, whole(context, { ...named, [field]: context.fresh.id() }, resource))
    }
  }
}

/** Number, order, Content-IDs and outcomes of the response parts. */
function mustAnswer(given: BatchCase, expected: Expectation, answer: BatchAnswer): void {
  const { steps } = given
  const stop = expected.isUndone ? (expected.failsAt ?? 0) : steps.length
  under(batch['parts-answered'], () =>
    mustHaveParts(answer, ...(expected.isUndone ? [steps.length, stop + 1] : [steps.length])),
  )
  answer.parts.forEach((part, position) => {
    const step = steps[position]
    if (step?.named)
      under(batch['content-id-repeated'], () =>
        must.equal(`Content-ID of part ${position + 1}`, part.contentId, `c${position}`),
      )
    const fixed = expected.parts[position]
    if (position > stop) return must.notDone(`part ${position + 1}, after the failing one,`, part)
    // How a part is reported that was executed and rolled back is open (A-BAT-14).
    if (fixed && (position === stop || !expected.isUndone)) mustBeOutcome(part, fixed, position)
  })
}

function mustBeOutcome(part: PartAnswer, { outcome, deed }: Expected, position: number): void {
  if (outcome === 'done') must.done(`part ${position + 1} (${deed})`, part)
  else if (outcome === 'refused by the lock') mustBeStale(`part ${position + 1} (stale)`, part)
  else must.notDone(`part ${position + 1} (missing reference)`, part)
}

/** Every record has the text that the model expects, or is absent. */
async function mustLeave(
  context: Context,
  { ids, newIds, text }: Ground,
  expected: Expectation,
  given: BatchCase,
): Promise<void> {
  for (const [slot, id] of ids.entries()) {
    const step = expected.after[slot]
    must.equal(
      `the subject of record ${slot + 1} after ${described(given)}`,
      await textOf(context, id),
      typeof step === 'number' ? text(step) : undefined,
    )
  }
  for (const [position, step] of given.steps.entries()) {
    if (step.deed !== 'create' && step.deed !== 'dangling') continue
    const { reference } = context.target.fixtures
    const elsewhere = step.deed === 'dangling' && reference ? [reference.resource] : []
    for (const resource of new Set(['ServiceCall', ...elsewhere]))
      must.equal(
        `the text of the record that part ${position + 1} creates, after ${described(given)}`,
        await textOf(context, newIds[position] ?? '', resource),
        expected.created.includes(position) ? text(position) : undefined,
      )
  }
}

async function textOf(context: Context, id: string, resource = 'ServiceCall'): Promise<unknown> {
  const answer = await context.api.data.get(resource, id)
  return succeeded(answer) ? answer.record(keyOf(resource))?.[textField(context, resource)] : undefined
}

/**
 * One defect: the message is refused and nothing was done, or the part fails and the others go by the rules, or the batch is taken as
 * if it were whole. What the answer claims decides which of these it is, and the records must bear it out.
 */
async function holdBroken(
  context: Context,
  given: BatchCase,
  ground: Ground,
  expected: Expectation,
  answer: BatchAnswer,
): Promise<void> {
  if (!answer.parts.some(well))
    return under(batch['malformed-refused'], () => mustLeave(context, ground, expectationOf({ steps: [] }), given))
  const at = given.defect?.at ?? 0
  const failedThere = !well(answer.parts[at])
  if (given.defect?.kind === 'full URL')
    under(batch['full-url-refused'], () => must.notDone('the part with a full URL', answer.parts[at]))
  if (!failedThere) {
    mustAnswer(given, expected, answer)
    return mustLeave(context, ground, expected, given)
  }
  // The broken part did nothing; in a transaction, neither did the others.
  const others: BatchCase = {
    ...given,
    steps: given.steps.map((step, position): typeof step => (position === at ? { ...step, deed: 'dangling' } : step)),
  }
  if (given.transactional !== false) must.notDone('every part after the failing one', ...answer.parts.slice(at + 1))
  await mustLeave(context, ground, expectationOf(others), others)
}

const isRefusal = (part: PartAnswer | undefined): boolean =>
  part !== undefined && part.status >= 400 && part.status < 500

/** A case in words: what it does, and how it differs from the canonical form. */
export function described({ steps, transactional, form, defect }: BatchCase): string {
  const how = [
    ...(transactional === undefined ? [] : [`transactional=${transactional}`]),
    ...(formInWords(form) === 'canonical' ? [] : [formInWords(form)]),
    ...(defect ? [`${defect.kind} in part ${defect.at + 1}`] : []),
  ]
  return `a batch of ${steps.map(({ deed, slot }) => (deed === 'create' || deed === 'dangling' ? deed : `${deed} ${slot + 1}`)).join(', ')}${how.length > 0 ? ` (${how.join('; ')})` : ''}`
}
