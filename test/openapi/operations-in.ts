interface ShownOperation {
  readonly operationId: string
  readonly 'x-operation': string
  readonly tags: readonly string[]
  readonly security?: readonly unknown[]
}

/** The operations of the document, each with its path. */
export const operationsIn = (document: Record<string, unknown>) =>
  Object.entries(document['paths'] as Record<string, Record<string, ShownOperation>>).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, value]) =>
      typeof value.operationId === 'string' ? [{ path, method: method.toUpperCase(), value }] : [],
    ),
  )
