import { isObject } from './json.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * The record in an element of `data`, which is keyed by the name of its resource: other members may stand beside it, also before it, and may have an id
 * of their own (A-REC-08). `url`: what was asked, where the resource is named.
 */
export function recordInElement(element: unknown, url = ''): Json | undefined {
  const members = Object.entries(isObject(element) ? element : {}).flatMap(([key, value]) =>
    isObject(value) ? [{ key, value }] : [],
  )
  // Most elements hold nothing else, and lists have hundreds of them.
  if (members.length < 2) return members[0]?.value
  const words = members.filter(({ key }) => /^[a-z]\w*$/i.test(key))
  const path = `${url.split(/[?#]/, 1)[0]}/`.toLowerCase()
  const likeliest =
    words.find(({ key }) => path.includes(`/${key.toLowerCase()}/`)) ??
    words.find(({ value }) => 'id' in value) ??
    members.find(({ value }) => 'id' in value) ??
    members.find(({ value }) => Object.keys(value).length > 0) ??
    members[0]
  return likeliest?.value
}
