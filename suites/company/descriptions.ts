interface Told {
  readonly name?: unknown
  readonly description?: unknown
}

/** The descriptions of companies by their names; what has none is left out. */
export const descriptionsOf = (companies: unknown): ReadonlyMap<unknown, unknown> =>
  new Map(
    (Array.isArray(companies) ? (companies as ReadonlyArray<Told | null>) : []).flatMap((one) =>
      typeof one?.description === 'string' && one.description !== '' ? [[one.name, one.description]] : [],
    ),
  )
