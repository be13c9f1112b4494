import { isObject } from '../../src/exchange/json.ts'

/** Whoever answers may give the address of a record as it was called (B-SCM-17). */
const isAddress = (value: unknown): boolean => typeof value === 'string' && /^(?:https?:\/)?\//.test(value)

/** A text by its letters: how numbers and flags are written may differ from one answer to the next (B-CRW-15). */
const spelled = (value: unknown): string | undefined =>
  typeof value === 'string' && !/^(?:-?\d+(?:\.\d+)?|true|false)?$/i.test(value) ? value : undefined

/** The texts of a value: the order of lists is stated nowhere, and null is as good as absent. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => JSON.stringify(plain(element) ?? null)).sort()
  if (!isObject(value)) return spelled(value)
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, plain(value[key])] as const)
      .filter(([, inner]) => inner !== undefined && !isAddress(inner)),
  )
}

const alike = (one: unknown, other: unknown): boolean => JSON.stringify(plain(one)) === JSON.stringify(plain(other))

function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  return isObject(value) ? Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]) : []
}

function limitedTo(names: ReadonlySet<string>, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => limitedTo(names, element))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (names.has(name) ? [[name, limitedTo(names, inner)]] : [])),
  )
}

/**
 * Where an answer differs from the one before it and the one after it, which are alike there: what others change meanwhile is left out,
 * and so are members that it does not have, which whoever stands before the service may add to answers of its own, and those of which
 * the document says nothing.
 */
export function differing(
  between: unknown,
  before: unknown,
  after: unknown,
  unshown: readonly string[] = [],
): readonly string[] {
  const names = new Set(namesIn(between).filter((name) => !unshown.includes(name)))
  const [mine, former, later] = [between, before, after].map((value) => limitedTo(names, value))
  return differingAt('', mine, former, later)
}

function differingAt(path: string, between: unknown, before: unknown, after: unknown): readonly string[] {
  if (isObject(before) && isObject(after) && isObject(between))
    return Object.keys(before).flatMap((key) =>
      isAddress(before[key])
        ? []
        : differingAt(path === '' ? key : `${path}.${key}`, between[key], before[key], after[key]),
    )
  const all = [between, before, after].map((list) => (Array.isArray(list) ? (list as readonly unknown[]) : []))
  const [mine = [], former = [], later = []] = all
  if (all.every(({ length }) => length === 1)) return differingAt(`${path}[]`, mine[0], former[0], later[0])
  // What is a list and nothing around it may be a page of its own making; what else stands beside the records is shown for none of these interfaces.
  const isSteady = path !== '' && former.some(isObject) && alike(before, after)
  return isSteady && !alike(between, before) ? [path] : []
}
