export interface Field {
  readonly name: string
  readonly type: string
  readonly value: string
  readonly checked: boolean
}

export interface Button {
  readonly name: string
  readonly value: string
  readonly label: string
}

export interface HtmlForm {
  readonly action: string
  readonly method: 'GET' | 'POST'
  readonly fields: readonly Field[]
  readonly buttons: readonly Button[]
  /** It asks for a password, in a field with or without a name: only a script sends those without. */
  readonly asksPassword: boolean
}

const pressed = new Set(['submit', 'image', 'button', 'reset'])

/** The forms of a page, parsed leniently: enough for a login page, not a browser. */
export function formsOf(html: string): HtmlForm[] {
  return elementsOf(shownOf(html), 'form').map(([head, inner]) => {
    const inputs = tagsOf(inner, 'input').map((tag) => ({
      name: attribute(tag, 'name') ?? '',
      type: (attribute(tag, 'type') ?? 'text').toLowerCase(),
      value: attribute(tag, 'value') ?? '',
      checked: /\schecked(?=[\s=/]|$)/i.test(tag),
    }))
    return {
      action: attribute(head, 'action') ?? '',
      method: (attribute(head, 'method') ?? 'get').toLowerCase() === 'post' ? 'POST' : 'GET',
      fields: inputs.filter(({ name, type }) => name !== '' && !pressed.has(type)),
      asksPassword: inputs.some(({ type }) => type === 'password'),
      buttons: [
        ...elementsOf(inner, 'button').map(([tag, label]) => ({
          name: attribute(tag, 'name') ?? '',
          value: attribute(tag, 'value') ?? '',
          label,
        })),
        ...inputs
          .filter(({ type }) => pressed.has(type) && type !== 'reset')
          .map(({ name, value }) => ({ name, value, label: value })),
      ],
    }
  })
}

/** What the links of a page are called. */
export const linksOf = (html: string): string[] => elementsOf(shownOf(html), 'a').map(([, label]) => label)

/** Of the same length, which toLowerCase leaves no text with letters such as \u0130. */
const lowered = (html: string): string => html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Looked for from left to right, and never again where there is none: a pattern would take quadratic time over many that do not end. */
function without(html: string, opening: string, closing: string): string {
  const lower = lowered(html)
  let [kept, from] = ['', 0]
  for (let at = lower.indexOf(opening); at >= 0; at = lower.indexOf(opening, from)) {
    const end = lower.indexOf(closing, at)
    if (end < 0) break
    kept += html.slice(from, at)
    from = end + closing.length
  }
  return kept + html.slice(from)
}

/** What a browser shows of a page: what comments and scripts hold is no element. */
const shownOf = (html: string): string => without(without(html, '<!--', '-->'), '<script', '</script')

/** What stands in the opening tag of each element of this name, and between its tags. */
function elementsOf(html: string, name: string): Array<readonly [head: string, inner: string]> {
  const found: Array<readonly [string, string]> = []
  const lower = lowered(html)
  const opening = tagPattern(name)
  for (let tag = opening.exec(html); tag; tag = opening.exec(html)) {
    const from = opening.lastIndex
    const end = lower.indexOf(`</${name}`, from)
    if (end < 0) break
    found.push([tag[1] ?? '', html.slice(from, end)])
    opening.lastIndex = end
  }
  return found
}

const tagPattern = (name: string): RegExp => new RegExp(`<${name}\\b((?:[^<>"']|"[^"]*"|'[^']*')*)>`, 'gi')

const tagsOf = (html: string, name: string): string[] => [...html.matchAll(tagPattern(name))].map(([, tag = '']) => tag)

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag)
  const raw = found?.[1] ?? found?.[2] ?? found?.[3]
  return raw?.replace(
    /&(?:#(\d+)|#x([0-9a-f]+)|(amp|lt|gt|quot|apos));/gi,
    (_, decimal: string | undefined, hex: string | undefined, entity: string | undefined) =>
      entity
        ? (entities[entity.toLowerCase()] ?? '')
        : String.fromCodePoint(Number.parseInt(decimal ?? hex ?? '0', decimal ? 10 : 16)),
  )
}
