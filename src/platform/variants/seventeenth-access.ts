import type { Variant } from '../deviation.ts'
import { accessSeams } from '../seams/access.ts'
import { lawful } from './lawful.ts'

const length = 7900
const filling = 'aZ9+b/c~d.e-f_'

/** Lawful servers of tokens that a seventeenth reader of the document thought up (suites/two-readings). */
export const seventeenthAccessVariants: readonly Variant[] = [
  {
    ...lawful(['A-TOK-01'], {
      id: 'token-of-7900-odd-characters',
      says: 'Tokens have 7,900 characters, with plus and slash signs, tildes and dots all over and two equals signs at the end.',
      seam: {
        tokens: {
          mint: (of) =>
            of
              ? `${accessSeams.tokens.mint().padEnd(length - 2, filling)}==`
              : // Codes are no tokens.
                accessSeams.tokens.mint(),
        },
      },
    }),
    // A server takes the addresses that its own tokens make.
    excludes: ['targets-of-eight-kilobytes'],
  },
]
