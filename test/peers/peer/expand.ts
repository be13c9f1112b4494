import { dataRefusal } from '../http.ts'
import type { Row, Source, Values } from './model.ts'
import { inverseOf, kindOf, linkOf } from './model.ts'

const malformed = (what: string) => dataRefusal(400, 'PEER-MALFORMED', 'Malformed: {0}', what)
export type Show = (resource: string, row: Row, fields: string | undefined) => Values

/** Choice: what is expanded stands in a further field `expanded` of the record, so that the reference itself stays an id. */
export function expansions(
  source: Source,
  resource: string,
  expands: readonly string[],
  show: Show,
): (row: Row) => Values {
  const makers = expands.map((text): ((row: Row) => readonly ['expanded' | 'object', string, unknown] | undefined) => {
    const [, count, name = '', part, type, fields] =
      /^(?:(count)\()?(\w+)(?:\.(objectId)\((\w+)\))?\)?(?:;fields=([\w,]+))?$/.exec(text) ?? []
    if (part !== undefined)
      return (row) => {
        if (kindOf(resource, name) === undefined) throw malformed('expand')
        const value = row.values[name] as Values | undefined
        const to = String(type)
        const found =
          value?.['objectType'] === to && source.readable(to)
            ? source.table(to).get(String(value['objectId']))
            : undefined
        return found && ['object', `${name}(${to})`, show(to, found, fields)]
      }
    const link = linkOf(source, resource, name)
    if (link === undefined) throw malformed('expand')
    const kind = kindOf(resource, name)
    const many = inverseOf(resource, name) !== undefined || (typeof kind === 'object' && 'refs' in kind)
    return (row) => {
      if (!source.readable(link.to)) return undefined
      const rows = link.rows(row)
      if (count) return ['expanded', `count(${name})`, rows.length]
      const shown = rows.map((one) => show(link.to, one, fields))
      return ['expanded', name, many ? shown : (shown[0] ?? null)]
    }
  })
  return (row) => {
    const made = makers.map((make) => make(row)).filter((one) => one !== undefined)
    const [beside, inside] = [
      made.filter(([where]) => where === 'object'),
      made.filter(([where]) => where === 'expanded'),
    ]
    const pairs = (of: typeof made) => Object.fromEntries(of.map(([, name, value]) => [name, value]))
    return { ...pairs(beside), ...(inside.length > 0 && { expanded: pairs(inside) }) }
  }
}
