import { visit, type Document, type Scalar } from 'yaml'

export interface Interpolated {
  readonly secrets: readonly string[]
  readonly missing: ReadonlyArray<{ readonly variable: string; readonly offset: number }>
}

/** Puts ${VAR}, ${VAR:-default} and $$ into scalar values after parsing, so that every value stays a string. Values from the environment are secret. */
export function interpolate(
  document: Document.Parsed,
  env: Readonly<Record<string, string | undefined>>,
): Interpolated {
  const secrets: string[] = []
  const missing: Array<{ variable: string; offset: number }> = []
  visit(document, {
    Scalar(key, node: Scalar) {
      if (key === 'key' || typeof node.value !== 'string' || !node.value.includes('$')) return
      const replaced = node.value.replace(
        /\$\$|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g,
        (whole, variable: string | undefined, fallback: string | undefined) => {
          if (whole === '$$') return '$'
          const value = env[variable as string]
          if (value !== undefined && value !== '') {
            secrets.push(value)
            return value
          }
          if (fallback !== undefined) return fallback
          missing.push({ variable: variable as string, offset: node.range?.[0] ?? 0 })
          return ''
        },
      )
      node.value = replaced
    },
  })
  return { secrets, missing }
}
