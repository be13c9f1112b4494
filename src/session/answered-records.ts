import { parseForeign } from '../exchange/bounds.ts'
import { isObject } from '../exchange/json.ts'
import { recordInElement } from '../exchange/record-in.ts'
import type { WireResponse } from '../exchange/exchange.ts'

type Json = Readonly<Record<string, unknown>>

/** The JSON object in a response; undefined where there is none. */
export function answeredJson({ body }: WireResponse): Json | undefined {
  try {
    const json: unknown = parseForeign(Buffer.from(body).toString('utf8'))
    return isObject(json) ? json : undefined
  } catch {
    return undefined
  }
}

/** The records in a response of the Data API. An element without a record key counts as one: it is not nothing. */
export function answeredRecords(response: WireResponse): readonly Json[] {
  const data = answeredJson(response)?.['data']
  return (Array.isArray(data) ? (data as unknown[]) : []).map((element) => recordInElement(element) ?? {})
}
