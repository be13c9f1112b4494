/** Forms of other query languages, by what a caller is told of them. Words have any letter case, which is open (A-CQL-19). */
const forms: ReadonlyArray<readonly [form: RegExp, told: string]> = [
  [/\bis\s+not\b/i, 'is not null, which is written !(field is null)'],
  [/[=<>]\s*null\b(?!\s*[.(])/i, 'a comparison with null, which is written field is null or !(field is null)'],
  [/\bin\s*\[/i, 'in with its values in brackets, which stand in parentheses'],
  // A field may have this name: then an operator follows.
  [
    /(?:^|[(!]|\b(?:and|or))\s*not\s*(?:\(|\s(?!\s*(?:is|in|like|ilike)\b)\w)|[\w)]\s+not\s+(?:in|like|ilike)\b/i,
    'NOT, which is written !(...)',
  ],
  [/[\w)]\s+between\s+\S+\s+and\b/i, 'between, which is written as two comparisons'],
]

/**
 * The form of another query language in a query whose strings are empty; undefined where there is none, or where it might stand within a string:
 * what a quote or a backslash within one means is open (A-CQL-24).
 */
export function foreignForm(bare: string): string | undefined {
  if (/\\|\w""|""\w|"""/.test(bare) || (bare.match(/"/g)?.length ?? 0) % 2 === 1) return undefined
  return forms.find(([form]) => form.test(bare))?.[1]
}
