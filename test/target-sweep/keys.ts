import type { Target } from '../../src/target/target.ts'

/** A key of a target file that may be left out: the section, and the name in it. */
export interface Key {
  readonly section: string
  readonly name: string
}

export const inWords = ({ section, name }: Key): string => `${section}.${name}`

type File = Readonly<Record<string, unknown>>
const sections = ['identities', 'dtos', 'templates', 'fixtures', 'passwordPolicy', 'has', 'controls', 'limits'] as const

/** Every key of a full target file that the schema lets one leave out. */
export const keysOf = (file: File): Key[] =>
  [
    ...sections.flatMap((section) => {
      const held = file[section]
      const names = Array.isArray(held) ? (held as string[]) : Object.keys((held ?? {}) as object)
      return names.map((name) => ({ section, name }))
    }),
    { section: 'addresses', name: 'base' },
  ].filter((key) => inWords(key) !== 'identities.admin')

/** The file without these keys. */
export function without(file: File, keys: readonly Key[]): File {
  const changed: Record<string, unknown> = structuredClone(file)
  for (const { section, name } of keys) {
    const held = changed[section]
    if (Array.isArray(held)) changed[section] = held.filter((one) => one !== name)
    else delete (held as Record<string, unknown>)[name]
  }
  return changed
}

const watched = [
  'identities',
  'dtos',
  'templates',
  'fixtures',
  'passwordPolicy',
  'controls',
  'limits',
  'addresses',
] as const

/** The target, telling which keys are looked at; `*` stands for all of a section. */
export function watching(target: Target, told: (key: string) => void): Target {
  const watch = <T extends object>(held: T, section: string): T =>
    new Proxy(held, {
      get(of, name, receiver) {
        if (typeof name === 'string') told(`${section}.${name}`)
        return Reflect.get(of, name, receiver) as unknown
      },
      has(of, name) {
        if (typeof name === 'string') told(`${section}.${name}`)
        return Reflect.has(of, name)
      },
      ownKeys(of) {
        told(`${section}.*`)
        return Reflect.ownKeys(of)
      },
    })
  const has = [...target.has]
  return {
    ...target,
    ...Object.fromEntries(
      watched.flatMap((section) => (target[section] ? [[section, watch(target[section], section)]] : [])),
    ),
    has: new Proxy(has, {
      get(of, name, receiver) {
        told('has.*')
        return Reflect.get(of, name, receiver) as unknown
      },
    }),
  }
}
