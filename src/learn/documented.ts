import { artefacts } from '../contract/artefacts.ts'
import type { Operation, Tree } from '../contract/operation.ts'
import type { About, Refusal } from './learned.ts'

/** What the documents say beyond the operation's schemas: user fields of a token (A-TOK-08), a requested scope (A-TOK-19). */
const besides: Readonly<Record<string, (side: About['side']) => ReadonlyArray<Tree | undefined>>> = {
  'token/request': (side) =>
    side === 'answer'
      ? [artefacts().trees['token/user-fields']]
      : side === 'sent'
        ? [{ s: [], props: { scope: { s: ['A-TOK-19'] } } }]
        : [],
}

/** What the documents say of the fields of a shape, from every schema that may apply. */
export function treesOf({ kind, of, side }: About): readonly Tree[] {
  const { resources, trees } = artefacts()
  if (kind === 'record') return known([trees[resources[of] ?? 'data/record']])
  const operation = operationOf(of)
  if (!operation) return []
  const more = besides[of]?.(side) ?? []
  if (side === 'sent') return known([operation.body && trees[operation.body.schema], ...more])
  return known([
    ...operation.responses
      .filter(({ status }) => status.startsWith('2') === (side === 'answer'))
      .flatMap(({ media }) => media.map(({ schema }) => (schema === undefined ? undefined : trees[schema]))),
    ...more,
  ])
}

/** The trees of a field; none where the documents do not show it. */
export const fieldIn = (trees: readonly Tree[], name: string): readonly Tree[] =>
  known(trees.map((tree) => tree.props?.[name] ?? tree.rest))

export const itemsIn = (trees: readonly Tree[]): readonly Tree[] => known(trees.map(({ items }) => items))

export const isStatusDocumented = (operation: string, status: number): boolean =>
  operationOf(operation)?.responses.some(
    (stated) => stated.status === String(status) || stated.status === `${String(status)[0]}XX`,
  ) ?? false

export const isRefusalDocumented = (operation: string, { status, error }: Refusal): boolean =>
  operationOf(operation)?.responses.some(
    (stated) =>
      (stated.status === String(status) || stated.status === 'default') &&
      stated.errors.some((row) => row.error === error),
  ) ?? false

export const isParameterDocumented = (operation: string, name: string): boolean =>
  operationOf(operation)?.parameters.some((parameter) => parameter.name === name) === true ||
  operationOf(operation)?.security.some((scheme) => scheme.name === name) === true

const operationOf = (id: string): Operation | undefined =>
  artefacts().operations.find((operation) => operation.id === id)

const known = (trees: ReadonlyArray<Tree | undefined>): readonly Tree[] => trees.filter((tree) => tree !== undefined)
