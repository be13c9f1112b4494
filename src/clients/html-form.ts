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
}

const pressed = new Set(['submit', 'image', 'button', 'reset'])

/** The forms of a page, parsed leniently: enough for a login page, not a browser. */
export function formsOf(html: string): HtmlForm[] {
  const shown = html.replace(/<!--[\s\S]*?-->/g, '')
  return [...shown.matchAll(/<form\b((?:[^>"']|"[^"]*"|'[^']*')*)>([\s\S]*?)<\/form\s*>/gi)].map(
    ([, head = '', inner = '']) => {
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
        buttons: [
          ...[...inner.matchAll(/<button\b((?:[^>"']|"[^"]*"|'[^']*')*)>([\s\S]*?)<\/button\s*>/gi)].map(
            ([, tag = '', label = '']) => ({
              name: attribute(tag, 'name') ?? '',
              value: attribute(tag, 'value') ?? '',
              label,
            }),
          ),
          ...inputs
            .filter(({ type }) => pressed.has(type) && type !== 'reset')
            .map(({ name, value }) => ({ name, value, label: value })),
        ],
      }
    },
  )
}

const tagsOf = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`<${name}\\b((?:[^>"']|"[^"]*"|'[^']*')*)>`, 'gi'))].map(([, tag = '']) => tag)

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
