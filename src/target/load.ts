import { isMap, isNode, isPair, type Document, type Node, type YAMLMap } from 'yaml'
import { validateTarget } from '../contract/index.ts'
import { UserError } from '../errors/user-error.ts'
import { isLoopbackHost } from '../exchange/loopback.ts'
import { readUserFile } from '../errors/user-file.ts'
import { basePaths } from './base-paths.ts'
import { interpolate } from './interpolate.ts'
import { misdeclared } from './declarations.ts'
import type { Target } from './target.ts'
import { parseUserYaml } from './user-yaml.ts'

interface Broken {
  readonly instancePath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
}

/** Reads a target file; invalid input is a single error with file, line, column and what to do. */
export function loadTarget(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): { target: Target; secrets: readonly string[] } {
  const text = readUserFile(file, '--target takes a YAML file, or "embedded"')
  const { document, refuse } = parseUserYaml(text, file)
  if (!isMap(document.contents))
    return refuse(
      0,
      'a target file is a mapping with name, addresses, account, company, identities and more',
      'see examples/target.yaml',
    )
  const { secrets, missing } = interpolate(document, env)
  const unset = missing[0]
  if (unset)
    refuse(
      unset.offset,
      `the environment variable ${unset.variable} is not set`,
      `set it, or give a default as \${${unset.variable}:-...}`,
    )
  let value: unknown
  try {
    value = document.toJS()
  } catch {
    return refuse(0, 'its aliases stand for more values than are read', 'write the values out')
  }
  const broken = mostTelling(validateTarget(value) as readonly Broken[])
  if (broken) refuse(offsetOf(document, pathOf(broken), wrongKeyOf(broken)), broken.message ?? 'it is not valid')
  const wrong = misdeclared(value as Partial<Target>)
  if (wrong)
    refuse(
      wrong.path[0] === 'lacks' ? offsetOf(document, ['lacks'], String(wrong.path[1])) : offsetOf(document, wrong.path),
      wrong.what,
      wrong.todo,
    )
  return { target: { ...complete(value as Partial<Target>), file }, secrets }
}

/** A target file that is already an object, such as the embedded platform's. */
export function parseTarget(value: unknown, origin: string): Target {
  const broken = mostTelling(validateTarget(value) as readonly Broken[])
  if (broken) throw new UserError(broken.message ?? 'it is not valid', { file: origin })
  const wrong = misdeclared(value as Partial<Target>)
  if (wrong) throw new UserError(wrong.what, { file: origin, todo: wrong.todo })
  return complete(value as Partial<Target>)
}

/** What a run may do unless the file says otherwise: a simulator on this machine is nobody else's, a cluster is. */
const free = { concurrency: 8, requests: 20_000 }
const careful = { requestsPerSecond: 5, concurrency: 4, requests: 3000 }

const isOnLoopback = ({ addresses }: Partial<Target>): boolean =>
  [addresses?.auth, addresses?.directory, addresses?.base].every(
    (address) => address === undefined || isLoopbackHost(new URL(address).hostname),
  )

const withoutSlash = (address: unknown): string => String(address).replace(/\/+$/, '')

const complete = (given: Partial<Target>): Target => ({
  ...(given as Target),
  addresses: Object.fromEntries(
    Object.entries(given.addresses ?? {}).map(([name, address]) => [
      name,
      Array.isArray(address) ? address.map(withoutSlash) : withoutSlash(address),
    ]),
  ) as unknown as Target['addresses'],
  basePaths: { ...basePaths, ...given.basePaths },
  identities: withService(given.identities ?? {}),
  dtos: given.dtos ?? {},
  templates: given.templates ?? {},
  fixtures: given.fixtures ?? {},
  has: given.has ?? [],
  lacks: given.lacks ?? {},
  controls: given.controls ?? {},
  limits: {
    ...(isOnLoopback(given) ? free : careful),
    mayCreateUsers: 0,
    ...given.limits,
    racing: racersOf(given.limits),
  },
  writes: given.writes ?? true,
})

/** What a file does not say does not make races smaller: pace alone is no reason to look less closely. */
const racersOf = ({ concurrency = Infinity, requestsPerSecond = Infinity }: Partial<Target['limits']> = {}): number =>
  Math.max(2, Math.floor(Math.min(8, concurrency, requestsPerSecond)))

/** A default identity that is a client's own is the `service` identity too, unless there is another one. */
const withService = ({ ...identities }: Target['identities']): Target['identities'] =>
  identities['admin']?.grant === 'client_credentials' ? { service: identities['admin'], ...identities } : identities

/** Reports a misspelled key rather than the missing one that was meant. */
const mostTelling = (broken: readonly Broken[]): Broken | undefined =>
  broken.find(({ keyword }) => keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') ??
  broken.find(({ keyword }) => !['anyOf', 'oneOf', 'if'].includes(keyword)) ??
  broken[0]

const steps = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
const pathOf = (broken: Broken): Array<string | number> =>
  steps(broken.instancePath).map((step) => (/^\d+$/.test(step) ? Number(step) : step))

const wrongKeyOf = ({ params }: Broken): unknown => params['additionalProperty'] ?? params['unevaluatedProperty']

/** The offset of a value in the text, or of one of its keys. */
function offsetOf(document: Document.Parsed, path: ReadonlyArray<string | number>, key?: unknown): number {
  const node = (path.length === 0 ? document.contents : document.getIn(path, true)) as Node | YAMLMap | undefined
  if (key !== undefined && isMap(node)) {
    const pair = node.items.find(
      (item) => isPair(item) && String((item.key as { value?: unknown } | null)?.value) === key,
    )
    if (isNode(pair?.key)) return pair.key.range?.[0] ?? 0
  }
  return isNode(node) ? (node.range?.[0] ?? 0) : 0
}
