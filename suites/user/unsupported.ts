import { must, type Reply } from '../../src/kit/index.ts'

/** What the documents call unsupported: any 4xx, or 501. */
export const mustBeUnsupported = (answer: Reply): void =>
  must.hold(
    'a refusal with a 4xx status, or 501',
    (answer.status >= 400 && answer.status < 500) || answer.status === 501,
    `status ${answer.status} ${answer.text}`,
  )
