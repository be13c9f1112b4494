import type { StoredRecord } from '../store/record.ts'
import { kept } from './kept.ts'
import { patchTree } from './patch.ts'
import { isFields } from './read-part.ts'
import { callTree } from './show.ts'
import { TreeRefused, type TreeCall } from './tree-call.ts'
import { createTree, jsonOf } from './write.ts'

type Fields = Readonly<Record<string, unknown>>

/** A list of trees, each created or changed by itself; the form is that of known clients, for the documents show none (B-SVC-19). */
export function bulkTrees(tree: TreeCall, find: (id: string) => StoredRecord): Fields {
  const elements = jsonOf(tree)
  if (!Array.isArray(elements))
    throw new TreeRefused(tree.house.rules.service.unreadableStatus(), 'the body is not a list')
  const changes = tree.call.operation === 'service-bulk-patch'
  const results = elements.map((element: unknown, position): Fields => {
    try {
      const resource = kept(tree, position, (own) =>
        changes ? patchTree(own, find(idIn(element)), element) : createdTree(own, element),
      )
      return { status: changes ? 200 : 201, resource }
    } catch (error) {
      if (!(error instanceof TreeRefused)) throw error
      return { status: error.status, resource: element, error: { title: 'refused', detail: error.message } }
    }
  })
  return { hasErrors: results.some(({ error }) => error !== undefined), results }
}

function createdTree(tree: TreeCall, element: unknown): Fields {
  const id = createTree(tree, element)
  const record = tree.store.table('ServiceCall').byId(id)
  return record ? callTree(record, tree.store, tree.house) : { id: { uuid: id } }
}

function idIn(element: unknown): string {
  const id = isFields(element) ? element['id'] : undefined
  return String(isFields(id) ? id['uuid'] : id)
}
