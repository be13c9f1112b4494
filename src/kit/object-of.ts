import { isObject } from '../exchange/json.ts'

/** The JSON object in the body of an answer, or of a response part; empty where the body is anything else. */
export const objectOf = (answer: { readonly json: unknown } | undefined): Readonly<Record<string, unknown>> =>
  isObject(answer?.json) ? answer.json : {}
