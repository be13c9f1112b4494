import { isMultipart, responsesIn } from '../batch/open-batch.ts'
import type { BatchIrregularity } from '../batch/read.ts'
import type { ContractFacts } from '../contract/facts.ts'
import type { Operation } from '../contract/operation.ts'
import { parseForeign } from '../exchange/bounds.ts'
import { headerOf, type WireResponse } from '../exchange/exchange.ts'
import { compareJson, nothing, type Difference } from './compare-json.ts'
import { plainText, type Ground } from './likeness.ts'
import { routeOf } from './route.ts'

export type ComparedAnswer = Pick<WireResponse, 'status' | 'headers' | 'body'>

/** Fields of an error that say what it is; servers may add others. */
const errorFields = ['error', 'error_description', 'code', 'message', 'values']

const isDone = ({ status }: ComparedAnswer): boolean => status >= 200 && status < 300

/** Where a response differs from the recorded one; ids and times of two successful ones are learned. `parts` gives the ground for each batch part. */
export function compareAnswer(
  recorded: ComparedAnswer,
  now: ComparedAnswer,
  operation: Operation | undefined,
  ground: Ground,
  {
    hasBody,
    parts,
  }: { hasBody: boolean; parts?: (position: number) => { operation: Operation | undefined; ground: Ground } },
): Difference[] {
  const status: Difference[] =
    recorded.status === now.status ? [] : [{ path: 'status', recorded: recorded.status, now: now.status }]
  // A success and a refusal have no comparable bodies; the status says it all.
  if (isDone(recorded) !== isDone(now) && !(isMultipart(recorded.headers) && isMultipart(now.headers))) return status
  const headers = compareHeaders(recorded, now, operation, ground)
  if (!hasBody) return [...status, ...headers]
  if (parts && isMultipart(recorded.headers) && isMultipart(now.headers))
    return [...status, ...headers, ...compareParts(recorded, now, parts)]
  return [...status, ...headers, ...compareBodies(recorded, now, ground)]
}

function compareHeaders(
  recorded: ComparedAnswer,
  now: ComparedAnswer,
  operation: Operation | undefined,
  ground: Ground,
): Difference[] {
  const media = (answer: ComparedAnswer) =>
    headerOf(answer.headers, 'Content-Type')?.split(';')[0]?.trim().toLowerCase()
  const type =
    media(recorded) === media(now)
      ? []
      : [{ path: 'header Content-Type', recorded: media(recorded) ?? nothing, now: media(now) ?? nothing }]
  const stated = new Set([
    'Location',
    'WWW-Authenticate',
    ...(operation?.responses.flatMap(({ headers }) => headers.map(({ name }) => name)) ?? []),
  ])
  stated.delete('Content-Type')
  return [
    ...type,
    ...[...stated].flatMap((name) => {
      const [one, other] = [headerOf(recorded.headers, name), headerOf(now.headers, name)]
      if (one === undefined && other === undefined) return []
      if (
        one !== undefined &&
        other !== undefined &&
        compareJson(pathsIn(one, ground.facts), pathsIn(other, ground.facts), ground).length === 0
      )
        return []
      return [{ path: `header ${name}`, recorded: one ?? nothing, now: other ?? nothing }]
    }),
  ]
}

/** An address below the cluster's, cut into its segments, so that the ids in it are learned. */
function pathsIn(value: string, facts: ContractFacts): Record<string, string> {
  const path = value.replace(/^https?:\/\/[^/]+/i, '')
  const below = path.startsWith('/') ? routeOf('GET', `http://cluster${path}`, facts)?.path : undefined
  return Object.fromEntries((below ?? path).split('/').map((segment, at) => [String(at), segment]))
}

function compareBodies(recorded: ComparedAnswer, now: ComparedAnswer, ground: Ground): Difference[] {
  const [one, other] = [jsonIn(recorded.body), jsonIn(now.body)]
  if (one && other)
    return isDone(recorded)
      ? compareJson(one.json, other.json, ground)
      : compareJson(sayingPart(one.json), sayingPart(other.json), ground)
  if (one || other)
    return [{ path: 'body', recorded: one ? 'JSON' : textOf(recorded.body), now: other ? 'JSON' : textOf(now.body) }]
  if (Buffer.from(recorded.body).equals(Buffer.from(now.body))) return []
  const same = plainText(textOf(recorded.body), ground, 'recorded') === plainText(textOf(now.body), ground, 'now')
  return same ? [] : [{ path: 'body', recorded: textOf(recorded.body), now: textOf(now.body) }]
}

const sayingPart = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && !Array.isArray(error)
    ? Object.fromEntries(Object.entries(error).filter(([key]) => errorFields.includes(key)))
    : error

function compareParts(
  recorded: ComparedAnswer,
  now: ComparedAnswer,
  parts: (position: number) => { operation: Operation | undefined; ground: Ground },
): Difference[] {
  const [before, after] = [responsesIn(recorded), responsesIn(now)]
  const [ones, others] = [before.parts, after.parts]
  const count =
    ones.length === others.length ? [] : [{ path: 'parts: how many', recorded: ones.length, now: others.length }]
  return [
    ...framed(before, after),
    ...count,
    ...ones.slice(0, others.length).flatMap((one, position): Difference[] => {
      const other = others[position] as typeof one
      const under = (differences: readonly Difference[]) =>
        differences.map((difference) => ({ ...difference, path: `part ${position + 1} ${difference.path}` }))
      if ('broken' in one && 'broken' in other) return []
      if ('broken' in one || 'broken' in other)
        return under([
          {
            path: 'response',
            recorded: 'broken' in one ? one.broken : 'whole',
            now: 'broken' in other ? other.broken : 'whole',
          },
        ])
      const { operation, ground } = parts(position)
      const [id, idNow] = [one.message.contentId, other.message.contentId]
      const ids = id === idNow ? [] : [{ path: 'Content-ID', recorded: id ?? nothing, now: idNow ?? nothing }]
      return under([
        ...ids,
        ...framed(one, other),
        ...compareAnswer(one.message, other.message, operation, ground, { hasBody: true }),
      ])
    }),
  ]
}

/** Irregular framing breaks some clients, so it counts where the recording had none. */
const framed = (
  recorded: { readonly irregular: readonly BatchIrregularity[] },
  now: { readonly irregular: readonly BatchIrregularity[] },
): Difference[] =>
  recorded.irregular.length === 0 && now.irregular.length > 0
    ? [{ path: 'framing', recorded: 'regular', now: now.irregular.map(({ what }) => what).join('; ') }]
    : []

export const jsonIn = (body: Uint8Array): { readonly json: unknown } | undefined => {
  if (body.length === 0) return undefined
  try {
    return { json: parseForeign(textOf(body)) }
  } catch {
    return undefined
  }
}

const textOf = (body: Uint8Array): string => Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
