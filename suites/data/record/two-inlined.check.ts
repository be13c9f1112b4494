import { isDeepStrictEqual } from 'node:util'
import { check, eventually, must, rely, Unexercised, type Context } from '../../../src/kit/index.ts'
import { shaping } from '../list/requirements.ts'
import { mustBeSearched } from '../list/ladder.ts'
import { resourceBeside } from '../offered.ts'
import { call, comparable, read, shown, storedIfTaken, succeeded, type Stored } from '../steps.ts'
import { data } from './requirements.ts'

type Inlined = Readonly<Record<string, unknown>>

const isId = (text: string): boolean => /^[0-9a-f]{32}$/i.test(text.replaceAll('-', ''))

/** Two values that differ in a text only: the one of the target file, and one with more behind its text. */
function twoOf(context: Context, suffix: string): readonly Inlined[] {
  const { whole } = context.target.fixtures.inlined ?? {}
  const [one] = [whole ?? []].flat() as unknown[] as readonly Inlined[]
  const [name, text] = Object.entries(one ?? {}).find(([, value]) => typeof value === 'string' && !isId(value)) ?? []
  if (!Array.isArray(whole) || !one || name === undefined)
    throw new Unexercised('fixtures.inlined shows no list of objects with a text')
  return [one, { ...one, [name]: `${String(text)}${suffix}` }]
}

check(
  shaping['same-by-every-route'],
  'two-inlined-objects-of-a-list',
  {
    needs: ['inlined-object', 'query-language'],
    brokenBy: [
      'lists-show-one-inlined-object',
      'external-id-shows-one-inlined-object',
      'patch-of-one-of-two-inlined-loses-the-other',
    ],
    sampled: true,
    effects: true,
  },
  async (context) => {
    const { resource: first, field } = context.target.fixtures.inlined ?? { resource: call, field: '' }
    const [before, after] = [twoOf(context, '1'), twoOf(context, '2')]
    let isKept = false
    for (const resource of new Set([first, resourceBeside(context) ?? first])) {
      const record = await storedIfTaken(context, { [field]: before }, resource)
      // That a field has two values, or this second one, is not said, nor that another resource has it.
      if (!record || !holdsAll(record.dto[field], before)) continue
      isKept = true
      await mustBeSearched(context, [record], resource)
      await mustHold(context, record, field, before)
      const patch = await context.api.data.patch(resource, record.id, { [field]: after }, { force: true })
      if (!succeeded(patch)) {
        must.refused4xx(patch)
        continue
      }
      await rely(data['partial-update'], async () => must.status(patch, 201))
      await mustHold(context, record, field, after)
    }
    if (!isKept) throw new Unexercised(`${field} keeps no two such values`)
  },
)

/** A service may put them in an order of its own, and add fields and others. */
const holdsAll = (held: unknown, wanted: readonly Inlined[]): boolean => {
  const all = [held ?? []].flat() as unknown[] as readonly Inlined[]
  const isAs = (one: Inlined) => (other: Inlined) =>
    Object.entries(one).every(([name, value]) => isDeepStrictEqual(comparable(other[name]), comparable(value)))
  return wanted.every((one) => all.some(isAs(one)))
}

/** Each way of reading shows both. */
async function mustHold(context: Context, record: Stored, field: string, wanted: readonly Inlined[]): Promise<void> {
  const { api } = context
  const { id, externalId, resource } = record
  const query = `externalId = "${externalId}"`
  const reads = {
    'by id': () => read(api, id, resource),
    'by external id': () => read(api, { externalId }, resource),
    'in a list': async () => shown(await api.data.list(resource, { query: { query } }), resource),
  }
  for (const [way, look] of Object.entries(reads))
    await eventually(context, look, (dto) =>
      holdsAll(dto?.[field], wanted)
        ? undefined
        : { expected: `${field} ${way} with ${JSON.stringify(wanted)}`, actual: JSON.stringify(dto?.[field] ?? null) },
    )
}
