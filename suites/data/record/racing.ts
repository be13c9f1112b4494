import type { Answer } from '../../../src/clients/answer.ts'
import { rely, settle } from '../../../src/kit/index.ts'
import { data } from './requirements.ts'

/** What a writer of a race was told: an answer, or that of a part of a batch with the exchange of the whole. */
export type RaceAnswer = Pick<Answer, 'status' | 'exchange'>

export const won = ({ status }: Pick<RaceAnswer, 'status'>): boolean => status >= 200 && status < 300

export const statuses = (answers: readonly RaceAnswer[]): string =>
  `statuses ${answers.map(({ status }) => status).join(', ')}`

/** At most one of the writers that carried the same lastChanged succeeded. Seeing two is proof. */
export function mustBeOneAtMost(answers: readonly RaceAnswer[]): void {
  settle(
    answers.filter(won).length <= 1
      ? undefined
      : {
          expected: `at most one success of ${answers.length} updates at the same moment with the same lastChanged`,
          actual: statuses(answers),
          exchanges: answers.map(({ exchange }) => exchange),
          selfCertifying: true,
        },
  )
}

/** The writer that succeeded. Where none did nothing can be said of the others; but with the current lastChanged one does (A-DAT-37). */
export const winnerOf = (answers: readonly RaceAnswer[]): Promise<number> =>
  rely(data['some-winner'], async () => {
    const winner = answers.findIndex(won)
    settle(
      winner >= 0
        ? undefined
        : {
            expected: `one success of ${answers.length} updates at the same moment with the current lastChanged`,
            actual: statuses(answers),
            exchanges: answers.map(({ exchange }) => exchange),
          },
    )
    return winner
  })
