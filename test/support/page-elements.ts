import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { expect } from 'vitest'

const isElement = (node: Tree.Node): node is Tree.Element => 'tagName' in node
const elementsIn = (node: Tree.Node): Tree.Element[] => [
  ...(isElement(node) ? [node] : []),
  ...('childNodes' in node ? node.childNodes.flatMap(elementsIn) : []),
]
export const attribute = (element: Tree.Element, name: string) => element.attrs.find((one) => one.name === name)?.value
export const textIn = (node: Tree.Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textIn).join('') : ''
/** Elements of the page; a page with a parse error is refused. */
export const elementsOf = (html: string): Tree.Element[] => {
  const errors: string[] = []
  const elements = elementsIn(parse(html, { onParseError: ({ code }) => errors.push(code) }))
  expect(errors).toEqual([])
  return elements
}
