import { stringify } from 'yaml'
import { targetTree } from '../contract/index.ts'
import { needs } from './needs.ts'
import type { Target } from './target.ts'

/** What a new target file is made of; everything else in it is a comment. */
export interface NewTarget {
  readonly name: string
  readonly addresses: { readonly auth: string; readonly directory: string; readonly base?: string }
  readonly basePaths?: Readonly<Record<string, string>>
  readonly account: string
  readonly company: string
  readonly identities: Readonly<Record<string, unknown>>
  readonly dtos?: Target['dtos']
  readonly templates?: Target['templates']
  readonly writes?: boolean
}

/** What checks need and a target file neither supplies nor declares, with the key that would supply it. */
export interface Missing {
  readonly need: string
  readonly key: string
}

/** Why a key is no more than a guess, by a name that no two keys of two levels share. */
export type Guesses = Readonly<Record<string, string>>

type Tree = ReturnType<typeof targetTree>
type Held = Readonly<Record<string, unknown>>

const isMapping = (value: unknown): value is Held =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const flow = (value: unknown): string =>
  stringify(value, { collectionStyle: 'flow', lineWidth: 0, defaultStringType: 'PLAIN' }).trim()
const entry = (name: string, value: unknown): string =>
  stringify({ [name]: null }, { lineWidth: 0 })
    .trim()
    .replace(/null$/, '') + flow(value)
const widthAtMost = 120

/**
 * The text of a new target file: the keys that are known, and all others as comments that only need their `#` taken away, each with what it
 * is for. Secrets are never in it: it names the environment variables that hold them.
 */
export function newTargetFile(held: NewTarget, missing: readonly Missing[], guesses: Guesses = {}): string {
  const lines = [
    '# A target file: what is checked, who the kit acts as, and what it may touch.',
    '# ${NAME} and ${NAME:-default} come from the environment; such values are secrets in every report.',
    '# A line that starts with #key is a key that may be set: take the # away. docs/target-file.md lists them all.',
    ...keys(targetTree(), { ...held, lacks: missing }, ''),
  ]
  return `${lines.map((line) => noted(line, guesses)).join('\n')}\n`
}

const noted = (line: string, guesses: Guesses): string => {
  const why = guesses[/^ {2}(\w+): /.exec(line)?.[1] ?? '']
  return why === undefined ? line : `${line} # guessed: ${why}`
}

function keys(tree: Tree, held: Held | undefined, indent: string): string[] {
  return Object.entries(tree.props ?? {}).flatMap(([name, child]) => {
    const value = held?.[name]
    const gap = indent === '' ? [''] : []
    const explained = child.title ? wrapped(`${indent}# `, child.title) : []
    if (value === undefined) return [...gap, ...explained, ...commented(name, child, indent)]
    if (name === 'lacks') return [...gap, ...explained, ...lacks(value as unknown as readonly Missing[])]
    if (name === 'identities') return [...gap, ...explained, `${indent}${name}:`, ...identities(child, value as Held)]
    if (isMapping(value) && child.props)
      return [...gap, ...explained, `${indent}${name}:`, ...keys(child, value, `${indent}  `)]
    if (isMapping(value) && child.rest)
      return [
        ...gap,
        ...explained,
        `${indent}${name}:`,
        ...Object.entries(value).map(([key, one]) => `${indent}  ${entry(key, one)}`),
      ]
    return [...gap, ...explained, `${indent}${entry(name, value)}`]
  })
}

/** A key that is not set: with its example, or with the keys below it. */
function commented(name: string, tree: Tree, indent: string): string[] {
  if (tree.example !== undefined) return [`${indent}#${entry(name, tree.example)}`]
  if (!tree.props) return [`${indent}#${name}:`]
  const below = Object.entries(tree.props).flatMap(([key, child]) => [
    ...wrapped(`${indent}  # `, child.title ?? child.says ?? ''),
    `${indent}#  ${entry(key, child.example ?? null)}`,
  ])
  return [`${indent}#${name}:`, ...below]
}

/** The default identity, and those that further checks look for. */
function identities(tree: Tree, { admin, ...others }: Held): string[] {
  const wanted = new Map<string, string[]>()
  for (const [need, { key }] of Object.entries(needs)) {
    const name = typeof key === 'string' ? /^identities\.([\w-]+)$/.exec(key)?.[1] : undefined
    if (name && name !== 'admin' && !(name in others)) wanted.set(name, [...(wanted.get(name) ?? []), need])
  }
  const { client, username } = admin as { readonly client: unknown; readonly username?: string }
  const account = username?.split('/')[0] ?? 'acme'
  return [
    ...wrapped('  # ', tree.props?.['admin']?.title ?? ''),
    '  admin:',
    ...keys(tree.props?.['admin'] ?? tree, admin as Held, '    '),
    ...Object.entries(others).map(([name, one]) => `  ${entry(name, one)}`),
    ...[...wanted].flatMap(([name, forNeeds]) => {
      const { title = '', example } = tree.props?.[name] ?? {}
      const plain =
        name === 'service'
          ? { grant: 'client_credentials', client }
          : { grant: 'password', client, username: `${account}/${name}`, password: `\${${variable(name)}_PASSWORD}` }
      return [
        ...wrapped('  # ', `For checks that need ${forNeeds.join(', ')}. ${title}`.trim()),
        `#  ${name}: ${flow(example ?? plain)}`,
      ]
    }),
  ]
}

const variable = (name: string): string => name.toUpperCase().replaceAll('-', '_')

/** The checks that need these are blocked as long as they are neither supplied nor declared here. */
const lacks = (missing: readonly Missing[]): string[] => [
  '#lacks:',
  ...missing.map(({ need, key }) => `#  ${`${need}: say why there is none`.padEnd(56)} # or set ${key}`),
]

function wrapped(prefix: string, text: string): string[] {
  const lines: string[] = []
  let line = prefix.trimEnd()
  for (const word of text.split(' ')) {
    if (line.length + word.length + 1 > widthAtMost) {
      lines.push(line)
      line = prefix.trimEnd()
    }
    line += ` ${word}`
  }
  return [...lines, line]
}
