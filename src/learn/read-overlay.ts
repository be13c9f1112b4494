import { UserError } from '../errors/user-error.ts'
import { learnedCallsOf, newLearned, privacyOfSubject, type Learned } from './learned.ts'
import { overlayIdPrefix, type Overlay } from './overlay.ts'
import { placesIn } from './places.ts'
import { shapeOf } from './shape-of.ts'

/** What an overlay was written from. */
export function readOverlay(text: string, file: string): { readonly learned: Learned; readonly minCount: number } {
  const overlay = parsed(text, file)
  try {
    return { learned: learnedFrom(overlay), minCount: overlay['x-observed'].minCount }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UserError('it is no longer a whole overlay', { file, todo: 'learn it again from the recordings' })
  }
}

const writes = '"fieldproof learn traffic.har --out FILE" writes one'

function parsed(text: string, file: string): Overlay {
  let value: Partial<Overlay> | null
  try {
    value = JSON.parse(text) as Partial<Overlay> | null
  } catch {
    throw new UserError('it is not JSON, so it is not an overlay', { file, todo: writes })
  }
  if (typeof value?.$id === 'string' && value.$id.startsWith(overlayIdPrefix)) return value as Overlay
  const what = typeof value === 'object' && value !== null && 'log' in value ? 'a HAR file' : 'other JSON'
  throw new UserError(`it is ${what}, not an overlay`, { file, todo: writes })
}

function learnedFrom(overlay: Overlay): Learned {
  const learned = newLearned()
  learned.files.push(
    ...overlay['x-observed'].files.map(({ name, entries, exchanges }) => ({ name, entries, exchanges })),
  )
  const places = placesIn(learned.files)
  for (const [id, observed] of Object.entries(overlay['x-operations'])) {
    const calls = learnedCallsOf(learned, id)
    calls.seen = places.seen(observed)
    for (const [status, seen] of Object.entries(observed.statuses))
      calls.statuses.set(Number(status), places.seen(seen))
    for (const { status, error, code, ...seen } of observed.refusals)
      calls.refusals.set(JSON.stringify({ status, error, code }), places.seen(seen))
    for (const [name, seen] of Object.entries(observed.parameters)) calls.parameters.set(name, places.seen(seen))
  }
  for (const [name, schema] of Object.entries(overlay.$defs)) {
    const { cut = 0, ...about } = schema['x-subject']
    learned.subjects.set(name, { about, shape: shapeOf(schema, privacyOfSubject(about), places), cut })
  }
  return learned
}
