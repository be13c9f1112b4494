import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { DeclaredParameter } from '../rulebook/reporting.ts'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseAttributeValue: false,
  isArray: (name) => name === 'parameter',
})

/** Java classes of parameters, by what JSON shows them as. */
const classes: ReadonlyArray<readonly [DeclaredParameter['type'], RegExp]> = [
  ['integer', /(?:Integer|Long|Short|BigInteger)$/],
  ['number', /(?:Double|Float|BigDecimal)$/],
  ['boolean', /Boolean$/],
  ['array', /(?:List|Collection|Set)$/],
  ['object', /Map$/],
]

const typeOf = (name: unknown): DeclaredParameter['type'] =>
  classes.find(([, pattern]) => pattern.test(String(name)))?.[0] ?? 'string'

/** The parameters that a jrxml file declares, or why it cannot be read. */
export function parametersIn(bytes: Buffer): readonly DeclaredParameter[] | string {
  const text = bytes.toString('utf8')
  const valid = XMLValidator.validate(text)
  if (valid !== true) return valid.err.msg
  const root = (parser.parse(text) as { jasperReport?: unknown }).jasperReport
  if (root === undefined) return 'its root is not jasperReport'
  const declared =
    typeof root === 'object' && root !== null ? (root as { parameter?: Array<Record<string, unknown>> }).parameter : []
  return (declared ?? []).flatMap((parameter) => {
    const { name, class: type, nestedType, isForPrompting, defaultValueExpression } = parameter
    if (typeof name !== 'string' || isForPrompting === 'false') return []
    return [
      {
        name,
        type: typeOf(type),
        ...(nestedType === undefined ? {} : { of: typeOf(nestedType) }),
        isRequired: defaultValueExpression === undefined,
      },
    ]
  })
}

/** The schema of a template's parameters, as a text (B-RPT-07). */
export const schemaOf = (parameters: readonly DeclaredParameter[], takesMore: boolean): string =>
  JSON.stringify({
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, type, of }) => [name, { type, ...(of ? { items: { type: of } } : {}) }]),
    ),
    required: parameters.flatMap(({ name, isRequired }) => (isRequired ? [name] : [])),
    ...(takesMore ? {} : { additionalProperties: false }),
  })
