import type { Answer } from '../../src/clients/answer.ts'
import { isObject } from '../../src/exchange/json.ts'
import { check, each, isObjection, must, Unexercised } from '../../src/kit/index.ts'
import { reporting } from './requirements.ts'
import { complies } from './schema.ts'
import { mustBeReported } from './served.ts'
import { build, builtSoon, parameterless } from './template.ts'
import { encodings, type Wish } from './wish.ts'

/** Parameters under their keys; one within another has the keys of both: that a dot in a form stands between two is not said, nor that it does not. */
const flat = (parameters: Wish, before = ''): ReadonlyArray<readonly [string, string]> =>
  Object.entries(parameters).flatMap(([key, value]) =>
    isObject(value) ? flat(value, `${before}${key}.`) : [[`${before}${key}`, String(value)] as const],
  )

/** The parameters that an answer echoes, in the order of their keys; none if it is no echo. */
function parametersIn({ json }: Answer): Readonly<Record<string, string>> {
  if (!isObject(json)) return {}
  const own = Object.entries(json).flatMap(([name, value]) =>
    name.startsWith('reportParameters.') ? [[name.slice('reportParameters.'.length), value] as const] : [],
  )
  const inner = isObject(json['reportParameters']) ? json['reportParameters'] : {}
  return Object.fromEntries(flat({ ...Object.fromEntries(own), ...inner }).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

check(
  reporting['same-outcome'],
  'keys-of-every-form',
  { brokenBy: ['report-form-key-cut-at-its-dot', 'report-form-key-in-words-of-letters'] },
  async (context) => {
    const { id: reportTemplate, dto } = await parameterless(context)
    if (complies(dto, {})) mustBeReported(await builtSoon(context, encodings.json({ reportTemplate })))
    const reportParameters = { 'site.code': 'A1', 'site.name': 'Ulm', 'room no': '7', 'floor-no': 'B', Wing_No: 'C' }
    if (!complies(dto, reportParameters)) throw new Unexercised('the schema of the template refuses other parameters')
    const wish = { reportTemplate, reportParameters }
    const first = await build(context, encodings.json(wish))
    if (isObjection(first))
      throw new Unexercised('a build with parameters that the definition does not declare is refused')
    mustBeReported(first)
    const expected = parametersIn(first)
    await each(['multipart', 'form'] as const, async (encoding) => {
      const answer = await build(context, encodings[encoding](wish))
      mustBeReported(answer)
      must.equal(`parameters in the echo of a build as ${encoding}`, parametersIn(answer), expected)
    })
    if (Object.keys(expected).length === 0) throw new Unexercised('a build is answered with none of its parameters')
  },
)
