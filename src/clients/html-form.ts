export interface Form {
  readonly action: string
  readonly method: 'GET' | 'POST'
  readonly fields: ReadonlyArray<{ readonly name: string; readonly type: string; readonly value: string }>
  readonly buttons: ReadonlyArray<{ readonly name: string; readonly value: string; readonly label: string }>
}

/** The forms of a page, read tolerantly: enough for a login page, no browser. */
export function formsOf(html: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form\s*>/gi)].map(([, head = '', inner = '']) => {
    const inputs = [...inner.matchAll(/<input\b([^>]*)>/gi)].map(([, tag = '']) => ({ name: attribute(tag, 'name') ?? '', type: (attribute(tag, 'type') ?? 'text').toLowerCase(), value: attribute(tag, 'value') ?? '' }))
    const pressed = (type: string) => type === 'submit' || type === 'image' || type === 'button'
    return {
      action: attribute(head, 'action') ?? '',
      method: (attribute(head, 'method') ?? 'get').toLowerCase() === 'post' ? 'POST' : 'GET',
      fields: inputs.filter(({ name, type }) => name !== '' && !pressed(type)),
      buttons: [
        ...[...inner.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button\s*>/gi)].map(([, tag = '', label = '']) => ({ name: attribute(tag, 'name') ?? '', value: attribute(tag, 'value') ?? '', label })),
        ...inputs.filter(({ type }) => pressed(type)).map(({ name, value }) => ({ name, value, label: value })),
      ],
    }
  })
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag)
  const raw = found?.[1] ?? found?.[2] ?? found?.[3]
  return raw?.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (_, entity: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" })[entity] ?? '')
}
