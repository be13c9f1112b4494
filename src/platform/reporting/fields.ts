import { readParts } from '../batch/read.ts'
import type { House } from '../house.ts'
import type { Call } from '../interface.ts'
import type { Encoding } from '../rulebook/reporting.ts'

type Parameters = Readonly<Record<string, unknown>>

/** What a build asks for. */
export interface AskedBuild {
  readonly encoding: Encoding
  readonly fields: Readonly<Record<string, unknown>>
}

const texts = ['reportTemplate', 'reportLanguage', 'reportTimeZone', 'reportType'] as const
const prefix = 'reportParameters.'

/** The fields of a build in any of the three encodings, or why they cannot be read (B-RPT-02). */
export async function fieldsOf(call: Call, house: House): Promise<AskedBuild | string> {
  const { reporting } = house.rules
  const encoding = reporting.encoding(call.header('Content-Type') ?? '')
  if (encoding === undefined) return 'the Content-Type is none of the three'
  if (encoding === 'json') {
    const sent = objectIn(call.request.body)
    if (sent === undefined) return 'the body is no JSON object'
    const odd = texts.find((name) => sent[name] != null && typeof sent[name] !== 'string')
    if (odd !== undefined) return `${odd} is no text`
    const parameters = reporting.parameters(sent['reportParameters'])
    if (sent['reportParameters'] != null && parameters === undefined) return 'reportParameters is no object'
    return { encoding, fields: kept({ ...sent, reportParameters: parameters }, encoding, house) }
  }
  const pairs =
    encoding === 'form' ? formPairs(call.request.body, house) : await partPairs(call, house).catch(() => undefined)
  if (pairs === undefined) return 'the form cannot be read'
  const query = () =>
    ['account', 'company', 'clientIdentifier'].flatMap((name) => {
      const value = call.query.get(name)
      return value === undefined ? [] : [[`${prefix}${name}`, value] as const]
    })
  const parameters = reporting
    .counted(
      pairs.filter(([name]) => name.startsWith(prefix)),
      query,
    )
    .map(([name, value]) => [reporting.key(name.slice(prefix.length)), value] as const)
  return {
    encoding,
    fields: kept(
      {
        ...Object.fromEntries(pairs),
        ...(parameters.length > 0 ? { reportParameters: Object.fromEntries(parameters) } : {}),
      },
      encoding,
      house,
    ),
  }
}

/** The five fields, those that were sent. */
function kept(sent: Parameters, encoding: Encoding, { rules: { reporting } }: House): Parameters {
  return Object.fromEntries(
    [...texts, 'reportParameters'].flatMap((name) => {
      const value = sent[name] == null ? undefined : reporting.field(name, sent[name], encoding)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

type Pairs = ReadonlyArray<readonly [name: string, value: string]>

function formPairs(body: Buffer, { rules: { reporting } }: House): Pairs | undefined {
  const text = reporting.decoded(body, 'form')
  const decode = (raw: string) => decodeURIComponent(reporting.plus(raw, 'form'))
  try {
    return text
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const at = pair.indexOf('=')
        return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))]
      })
  } catch {
    return undefined
  }
}

async function partPairs(call: Call, { rules: { reporting } }: House): Promise<Pairs | undefined> {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(call.header('Content-Type') ?? '') ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) return undefined
  const parts = await readParts(call.request.body, boundary)
  return parts.map(({ headers, content }) => {
    const [, quotedName, name = ''] =
      /;\s*name=(?:"([^"]*)"|([^";\s]+))/i.exec(headers['content-disposition'] ?? '') ?? []
    return [quotedName ?? name, reporting.plus(reporting.decoded(content, 'multipart'), 'multipart')]
  })
}

/** The object in a body; undefined if it is none. */
export function objectIn(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
