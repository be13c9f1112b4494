import { readFileSync } from 'node:fs'
import { isMap, isNode, isPair, LineCounter, parseDocument, type Document, type Node, type YAMLMap } from 'yaml'
import { validateTarget } from '../contract/index.ts'
import { basePaths } from './base-paths.ts'
import { interpolate } from './interpolate.ts'
import { TargetError } from './target-error.ts'
import { nearestOf } from './nearest-key.ts'
import type { Target } from './target.ts'

interface Broken {
  readonly instancePath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
}

/** Reads a target file; bad input is one error with file, line, column and what to do. */
export function loadTarget(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): { target: Target; secrets: readonly string[] } {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new TargetError(
      `${file}: cannot be read (${(error as NodeJS.ErrnoException).code}); --target takes a YAML file, or "embedded"`,
    )
  }
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, stringKeys: true, prettyErrors: false })
  const refuse = (offset: number, why: string): never => {
    const { line, col } = lines.linePos(offset)
    throw new TargetError(`${file}:${line}:${col}: ${why}`)
  }
  const malformed = document.errors[0]
  if (malformed) refuse(malformed.pos[0], `not readable as YAML: ${malformed.message}`)
  if (!isMap(document.contents))
    return refuse(
      0,
      'a target file is a map of name, addresses, account, company, identities and more; see examples/target.yaml',
    )
  const { secrets, missing } = interpolate(document, env)
  const unset = missing[0]
  if (unset)
    refuse(
      unset.offset,
      `the environment variable ${unset.variable} is not set; set it, or give a default as \${${unset.variable}:-...}`,
    )
  let value: unknown
  try {
    value = document.toJS()
  } catch (error) {
    return refuse(0, (error as Error).message)
  }
  const broken = mostTelling(validateTarget(value) as readonly Broken[])
  if (broken) refuse(offsetOf(document, broken), inWords(broken, value))
  return { target: { ...complete(value as Partial<Target>), file }, secrets }
}

/** A target file that is already an object, such as the embedded platform's. */
export function parseTarget(value: unknown, origin: string): Target {
  const broken = mostTelling(validateTarget(value) as readonly Broken[])
  if (broken) throw new TargetError(`${origin}: ${broken.instancePath || 'it'}: ${inWords(broken, value)}`)
  return complete(value as Partial<Target>)
}

const complete = (given: Partial<Target>): Target => ({
  ...(given as Target),
  addresses: Object.fromEntries(
    Object.entries(given.addresses ?? {}).map(([name, address]) => [name, String(address).replace(/\/+$/, '')]),
  ) as Target['addresses'],
  basePaths: { ...basePaths, ...given.basePaths },
  dtos: given.dtos ?? {},
  templates: given.templates ?? {},
  fixtures: given.fixtures ?? {},
  has: given.has ?? [],
  lacks: given.lacks ?? {},
  controls: given.controls ?? {},
  limits: { concurrency: 8, requests: 5000, mayCreateUsers: 0, ...given.limits },
  writes: given.writes ?? true,
})

/** A wrong key says more than the missing one it was meant to be. */
const mostTelling = (broken: readonly Broken[]): Broken | undefined =>
  broken.find(({ keyword }) => keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') ??
  broken.find(({ keyword }) => !['anyOf', 'oneOf', 'if'].includes(keyword)) ??
  broken[0]

function inWords(broken: Broken, value: unknown): string {
  const place = broken.instancePath.slice(1).replaceAll('/', '.') || 'the target file'
  switch (broken.keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const key = String(broken.params['additionalProperty'] ?? broken.params['unevaluatedProperty'])
      const near = nearestOf(key, broken.instancePath)
      return `${place} has no key ${key}${near ? `; did you mean ${near}?` : ''}`
    }
    case 'required':
      return `${place} lacks ${String(broken.params['missingProperty'])}; add it`
    case 'type':
      return `${place} must be ${article(String(broken.params['type']))}, not ${kindOf(at(value, broken.instancePath))}`
    case 'enum':
      return `${place} must be one of ${(broken.params['allowedValues'] as unknown[]).join(', ')}`
    default:
      return `${place} ${broken.message ?? 'is not as it must be'}`
  }
}

const article = (type: string): string =>
  type
    .split(',')
    .map((one) => `${/^[aeio]/.test(one) ? 'an' : 'a'} ${one}`)
    .join(' or ')
const kindOf = (value: unknown): string =>
  value === null
    ? 'empty'
    : Array.isArray(value)
      ? 'a list'
      : `${/^[aeio]/.test(typeof value) ? 'an' : 'a'} ${typeof value}`
const steps = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
const at = (value: unknown, path: string): unknown =>
  steps(path).reduce<unknown>((inner, step) => (inner as Record<string, unknown> | undefined)?.[step], value)

function offsetOf(document: Document.Parsed, broken: Broken): number {
  const path = steps(broken.instancePath).map((step) => (/^\d+$/.test(step) ? Number(step) : step))
  const node = (path.length === 0 ? document.contents : document.getIn(path, true)) as Node | YAMLMap | undefined
  const wrongKey = broken.params['additionalProperty'] ?? broken.params['unevaluatedProperty']
  if (wrongKey !== undefined && isMap(node)) {
    const pair = node.items.find(
      (item) => isPair(item) && String((item.key as { value?: unknown } | null)?.value) === wrongKey,
    )
    if (isNode(pair?.key)) return pair.key.range?.[0] ?? 0
  }
  return isNode(node) ? (node.range?.[0] ?? 0) : 0
}
