/** No answer of the documents' interfaces comes near it; several of them are held at a time. In bytes. */
export const answerAtMost = 32 * 1024 * 1024

export const tooLargeCode = 'ANSWER_TOO_LARGE'

export const tooLarge = (): Error => Object.assign(new Error('the answer is too large'), { code: tooLargeCode })

/** Counts the bytes of one answer: true once they are more than is held. */
export function boundOf(): { isOver(bytes: number): boolean } {
  let held = 0
  return {
    isOver(bytes) {
      held += bytes
      return held > answerAtMost
    },
  }
}
