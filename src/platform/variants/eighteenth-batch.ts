import type { Variant } from '../deviation.ts'
import { askedOf, headerIn, isBatch, refused } from '../faults/passing.ts'
import { empty, json } from '../http/answers.ts'
import { strictBoundary } from '../rulebook/batch.ts'
import { lawful, through } from './lawful.ts'

const largest = 262_144

const hasBareLines = (text: string, boundary: string): boolean => {
  const pieces = text.split(`--${boundary}`)
  return pieces.some(
    (piece, at) =>
      (at < pieces.length - 1 && /(?:^|[^\r])\n$/.test(piece)) ||
      (at > 0 && /(?:^|[^\r])\n/.test(piece.split(/\r?\n\r?\n/, 1)[0] ?? '')),
  )
}

/** Lawful servers of batches that an eighteenth reader of the document thought up (suites/two-readings). */
export const eighteenthBatchVariants: readonly Variant[] = [
  lawful(['A-BAT-03'], {
    id: 'part-bodies-need-their-length',
    says: 'A part with a body and no Content-Length among its inner headers is answered with 411, and nothing of it is done.',
    seam: {
      passage: {
        part: (request, go) =>
          request.body.length > 0 && headerIn(request, 'Content-Length') === undefined
            ? Promise.resolve(json(411, { error: 'CA-411', message: 'length required', values: [] }))
            : go(request),
      },
    },
  }),
  through(
    'batch-lines-need-crlf',
    ['A-BAT-01', 'A-BAT-15'],
    'A batch whose delimiters or part headers end with a bare LF is refused with 400.',
    (request, go) => {
      if (!isBatch(askedOf(request))) return go(request)
      const boundary = strictBoundary(headerIn(request, 'Content-Type') ?? '')
      return boundary !== undefined && hasBareLines(request.body.toString('latin1'), boundary)
        ? Promise.resolve(refused(400, 'lines end with CRLF'))
        : go(request)
    },
  ),
  through(
    'batch-of-a-quarter-of-a-megabyte',
    ['A-BAT-14', 'A-BAT-20'],
    'A batch of more than 262144 bytes is refused with 413 and no body.',
    (request, go) =>
      isBatch(askedOf(request)) && request.body.length > largest ? Promise.resolve(empty(413)) : go(request),
  ),
]
