import { empty, json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Reply } from './step.ts'

export const answerOf = ({ status, body, headers = [] }: Reply): PlatformResponse =>
  body === undefined ? empty(status, headers) : json(status, body, headers)
