import type { ReportBody } from '../../src/clients/reporting.ts'

type Wish = Readonly<Record<string, unknown>>

/** Boundaries are letters and digits only: no reader of a Content-Type stumbles over them. */
const boundary = 'fieldproof7d1c2e5a9b'

/** The fields of a build as a form writes them: reportParameters.<key> for each parameter. */
const pairsOf = ({ reportParameters = {}, ...rest }: Wish): Array<[string, string]> =>
  [
    ...Object.entries(rest),
    ...Object.entries(reportParameters as Wish).map(([key, value]) => [`reportParameters.${key}`, value] as const),
  ].map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])

const formOf = (pairs: Array<[string, string]>): ReportBody => ({
  type: 'application/x-www-form-urlencoded',
  bytes: new URLSearchParams(pairs).toString(),
})

/** A build in each of the three encodings (B-RPT-02). */
export const encodings = {
  json: (wish: Wish): ReportBody => ({ type: 'application/json', bytes: JSON.stringify(wish) }),
  multipart: (wish: Wish): ReportBody => ({
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: `${pairsOf(wish)
      .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('')}--${boundary}--\r\n`,
  }),
  form: (wish: Wish): ReportBody => formOf(pairsOf(wish)),
} as const

/** Multipart as usual libraries write it: parts with a type of their own (RFC 7578, 4.4), the boundary in quotation marks (RFC 2046, 5.1.1). */
export const multipartOfLibraries = (wish: Wish): ReportBody => ({
  type: `multipart/form-data; boundary="${boundary}"`,
  bytes: encodings
    .multipart(wish)
    .bytes.toString()
    .replaceAll(/(name="[^"]*")\r\n/g, '$1\r\nContent-Type: text/plain; charset=UTF-8\r\n'),
})

export type Encoding = keyof typeof encodings
export type { Wish }
export const allEncodings = Object.keys(encodings) as readonly Encoding[]

/** A form whose parameters stand before its template. */
export const formBackwards = (wish: Wish): ReportBody => formOf(pairsOf(wish).toReversed())

/** JSON by another spelling of its type. */
export const jsonWithCharset = (wish: Wish): ReportBody => ({
  ...encodings.json(wish),
  type: 'application/json;charset=UTF-8',
})
