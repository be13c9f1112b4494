import { artefacts } from './artefacts.ts'
import type { ContractFacts } from './facts.ts'
import { clientStatement, isJudged } from './judge-request.ts'
import type { Operation, Tree } from './operation.ts'

/** Every statement that the contract can judge: about responses, or with 'both' about requests too. */
export function contractStatements(side: ContractFacts['side'] = 'server'): string[] {
  const { operations, resources, trees } = artefacts()
  const found = new Set(['A-GEN-01', ...operations.flatMap(ofResponses)])
  for (const schema of [...schemasOf(operations), ...Object.values(resources), 'data/record'])
    for (const id of ofTree(trees[schema])) found.add(id)
  if (side === 'both') for (const id of ['A-AUT-10', ...operations.flatMap(ofRequest)]) found.add(id)
  return [...found].sort()
}

/** Every statement about callers that the contract can judge in a request. */
export const callerStatements = (): string[] =>
  [...new Set(['A-AUT-10', ...artefacts().operations.flatMap(ofRequest)])]
    .filter((id) => clientStatement([id]) !== undefined)
    .sort()

const ofResponses = ({ responses }: Operation): string[] =>
  // A refusal, or a success, of which no form is stated is there to be read, and judges nothing.
  responses
    .filter(isJudgedBy)
    .flatMap((response) => [
      ...response.statements,
      ...(response.echo?.statements ?? []),
      ...[...response.media, ...response.errors, ...response.headers].flatMap(({ statements }) => statements),
    ])

const isJudgedBy = ({ status, optional, media, errors, headers }: Operation['responses'][number]): boolean =>
  !(/^[45]/.test(status) || (status === '2XX' && optional)) || media.length + errors.length + headers.length > 0

const schemasOf = (operations: readonly Operation[]): string[] =>
  operations.flatMap(({ responses }) =>
    responses.flatMap(({ media }) => media.flatMap(({ schema }) => (schema === undefined ? [] : [schema]))),
  )

const ofTree = (tree: Tree | undefined): string[] =>
  tree ? [...tree.s, ...Object.values(tree.props ?? {}).flatMap(ofTree), ...ofTree(tree.items)] : []

function ofRequest({ security, parameters, body }: Operation): string[] {
  const stated = [
    clientStatement(security[0]?.statements ?? []),
    ...parameters.filter(isJudged).map(({ statements }) => clientStatement(statements)),
    clientStatement(body?.statements ?? []),
  ]
  return [...stated.filter((id) => id !== undefined), ...ofTree(body ? artefacts().trees[body.schema] : undefined)]
}
