import type { Variant } from '../deviation.ts'
import { askedOf } from '../faults/passing.ts'
import { isPost, isUpdate } from '../faults/serving.ts'
import { json } from '../http/answers.ts'
import { through } from './lawful.ts'

/** Lawful servers of records that a third look at the checks found accused. */
export const thirdLookADataVariants: readonly Variant[] = [
  through(
    'bodies-of-a-hundred-kilobytes',
    ['A-ATT-01', 'A-DAT-18'],
    'A record of more than 102,400 bytes of JSON is refused with 413.',
    async (request, go) => {
      const asked = askedOf(request)
      return (isPost(asked) || isUpdate(asked)) && asked.resource !== undefined && request.body.length > 102_400
        ? json(413, { message: 'request entity too large' })
        : go(request)
    },
  ),
]
