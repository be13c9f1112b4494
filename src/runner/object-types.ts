import type { Answer } from '../clients/answer.ts'
import type { Api } from '../clients/api.ts'
import type { Target } from '../target/target.ts'
import { unlessBlocked } from '../target/unless-blocked.ts'

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** How targets spell the name of a resource as a type. */
const styles: ReadonlyArray<(name: string) => string> = [
  (name) => name.toUpperCase(),
  (name) => name.toLowerCase(),
  (name) => name,
  (name) => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase(),
]

interface Spelled {
  readonly key: string
  /** The resource that is meant, as its DTO is named. */
  readonly resource: string
  readonly type: string
}

function spelledIn({ fixtures: { reporting, objectReference } }: Pick<Target, 'fixtures'>): readonly Spelled[] {
  const types = Object.entries(objectReference?.types ?? {})
  return [
    ...(reporting
      ? [{ key: 'fixtures.reporting.objectType', resource: 'ReportTemplate', type: reporting.objectType }]
      : []),
    ...types.map(([resource, type]) => ({ key: `fixtures.objectReference.types.${resource}`, resource, type })),
  ]
}

/** Types that records of the target show, of resources which the file names: so it spells them itself. */
async function typesShown(api: Api, { dtos }: Target): Promise<readonly Spelled[]> {
  const names = new Map(Object.keys(dtos).map((name) => [plain(name), name]))
  const answers: Array<Answer | undefined> = []
  for (const holder of ['Attachment', 'Activity'].filter((name) => name in dtos))
    answers.push(await api.data.list(holder, { query: { pageSize: '20' } }).catch(unlessBlocked))
  return answers.flatMap((answer) =>
    [...(answer?.text ?? '').matchAll(/"\w*type"\s*:\s*"([\w-]+)"/gi)].flatMap(([, type = '']) => {
      const resource = names.get(plain(type))
      return resource === undefined ? [] : [{ key: 'a record', resource, type }]
    }),
  )
}

/**
 * Types of the target file that are no spelling of their resource's name, or are spelled unlike others of the file or of the target's records, with what
 * was probably meant. How a target spells them is not stated, so this is a hint, and nothing hangs on it.
 */
export async function objectTypeLines(api: Api, target: Target): Promise<readonly string[]> {
  const ofFile = spelledIn(target)
  if (ofFile.length === 0) return []
  const shown = await typesShown(api, target)
  return ofFile.flatMap((one) => {
    const { key, resource, type } = one
    // What the target shows counts more than what the file says.
    const others = shown.length > 0 ? shown : ofFile.filter((other) => other !== one && isSpelled(other))
    const possible = styles.filter((spell) => others.every((other) => spell(other.resource) === other.type))
    const isAlike = others.length === 0 || possible.length === 0 || possible.some((spell) => spell(resource) === type)
    if (isSpelled(one) && isAlike) return []
    const spell = (others.length > 0 ? possible[0] : undefined) ?? styles.find((style) => style(type) === type)
    const why = isSpelled(one)
      ? `spelled unlike ${shown.length > 0 ? 'what the records of the target show' : 'the other types of the file'}`
      : `not the name of ${resource}`
    return [`type        ${key} is ${type}, ${why}: did you mean ${(spell ?? String)(resource)}?`]
  })
}

const isSpelled = ({ resource, type }: Spelled): boolean => plain(type) === plain(resource)
