import { posix } from 'node:path'
import { isObject } from '../exchange/json.ts'
import { operationName, resolved, withComponents, type Json, type SchemaFiles } from './references.ts'

const methods = ['get', 'put', 'post', 'delete', 'patch']

/** OpenAPI ignores parameters of these names: the media types of bodies say the same. */
const saidByMedia = ['accept', 'content-type', 'authorization']

interface Server {
  readonly url: string
  readonly description?: string
  /** The operations that are also at this address; all if absent. */
  readonly 'x-only'?: readonly string[]
  readonly variables: Json
}

/** The paths of one interface as they are on the wire, and the server that most of the document is at. */
export function pathsOf(file: string, files: SchemaFiles): Record<string, Json> {
  const document = files[file] as Json
  const found: Record<string, Json> = {}
  for (const [below, item] of Object.entries(document['paths'] as Record<string, Json>)) {
    const servers = (item['servers'] ?? document['servers']) as readonly Server[]
    servers.forEach((server, at) => {
      const [, variable = '', base = ''] = /^\{(\w+)\}(.*)$/.exec(server.url) ?? []
      const path = `${base}${below}`.replace(/\/$/, '')
      const operations = methods.flatMap((method) => {
        const operation = item[method] as Json | undefined
        if (!operation || !(server['x-only']?.includes(operation['operationId'] as string) ?? true)) return []
        return [[method, operationOf(operation, item, at, { document, file, files })] as const]
      })
      if (operations.length === 0) return
      found[path] = {
        ...(at > 0 && server.description ? { description: server.description } : {}),
        ...(variable === 'base_url' ? {} : { servers: [{ url: `{${variable}}`, variables: server.variables }] }),
        ...Object.fromEntries(operations),
      }
    })
  }
  return found
}

interface Place {
  readonly document: Json
  readonly file: string
  readonly files: SchemaFiles
}

function operationOf(operation: Json, item: Json, at: number, { document, file, files }: Place): Json {
  const id = operation['operationId'] as string
  const parameters = [...((item['parameters'] ?? []) as Json[]), ...((operation['parameters'] ?? []) as Json[])]
  const { operationId: _, parameters: __, 'x-request-body': body, tags: ___, ...rest } = operation
  const kept = parameters.filter((parameter) => {
    const { value } = resolved(parameter, file, files)
    return value['in'] !== 'header' || !saidByMedia.includes(String(value['name']).toLowerCase())
  })
  return {
    operationId: operationName(at === 0 ? id : `${id}-at-other-path`),
    tags: [id.startsWith('data/bulk-') ? 'bulk' : posix.dirname(file)],
    'x-operation': id,
    security: operation['security'] ?? document['security'],
    ...(kept.length > 0 ? { parameters: withComponents(kept, file) } : {}),
    ...(isObject(body) ? { requestBody: body } : {}),
    ...(withComponents(rest, file) as Json),
  }
}
