import { posix } from 'node:path'

const methods = ['get', 'put', 'post', 'delete', 'patch']

/** The operations of all OpenAPI documents as one table, references resolved; inline schemas get their own ids. */
export function operationsOf(files) {
  const inline = new Map()
  const operations = [...files]
    .filter(([name]) => name.endsWith('/openapi.yaml'))
    .flatMap(([file, document]) => operationsIn(file, document, files, inline))
  return { operations, inline }
}

function operationsIn(file, document, files, inline) {
  const at = { file, files, inline }
  const schemes = document.components?.securitySchemes ?? {}
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => {
        const operation = item[method]
        return {
          id: operation.operationId,
          interface: posix.dirname(file),
          bases: (item.servers ?? document.servers).map(({ url }) => url.replace(/^\{\w+\}/, '')),
          own: item.servers !== undefined,
          method: method.toUpperCase(),
          path,
          security: (operation.security ?? document.security)
            .flatMap((entry) => Object.keys(entry))
            .map((name) => scheme(resolve(schemes[name], at).value)),
          parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
            parameterOf(resolve(parameter, at), at),
          ),
          ...(operation.requestBody ? { body: bodyOf(resolve(operation.requestBody, at), at) } : {}),
          responses: Object.entries(operation.responses).map(([status, response]) =>
            responseOf(status, resolve(response, at), at),
          ),
        }
      }),
  )
}

const scheme = (found) => ({
  kind: found.type === 'apiKey' ? 'query' : found.scheme,
  ...(found.name ? { name: found.name } : {}),
  statements: found['x-statements'],
})

function parameterOf({ value, file }, at) {
  // An array is sent as the parameter several times: what is said of its elements holds for each.
  const isEach = value.schema.type === 'array'
  const schema = isEach ? value.schema.items : value.schema
  const open =
    Object.keys(schema).every((key) => key === 'type') && (schema.type === 'string' || schema.type === 'boolean')
  return {
    name: value.name,
    in: value.in,
    required: value.required === true,
    ...(value['x-required-unless'] ? { unless: value['x-required-unless'] } : {}),
    type: schema.type ?? 'string',
    ...(isEach && !open ? { each: true } : {}),
    ...(open ? {} : { schema: schemaId(schema, { ...at, file }) }),
    statements: value['x-statements'] ?? [],
  }
}

function bodyOf({ value, file }, at) {
  const [[mediaType, media], ...more] = Object.entries(value.content)
  const also = more.map(([type]) => type)
  return {
    mediaType,
    ...(also.length > 0 ? { also } : {}),
    schema: schemaId(media.schema, { ...at, file }),
    statements: value['x-statements'] ?? [],
  }
}

function responseOf(status, { value, file }, at) {
  const echo = value['x-echo']
  const headers = Object.entries(value.headers ?? {})
    .filter(([, header]) => header.required)
    .map(([name, header]) => ({ name, statements: header['x-statements'] }))
  return {
    status,
    statements: value['x-statements'] ?? [],
    optional: value['x-body'] === 'optional',
    media: Object.entries(value.content ?? {}).map(([type, media]) => ({
      type,
      statements: media['x-statements'] ?? [],
      ...(media.schema?.$ref ? { schema: schemaId(media.schema, { ...at, file }) } : {}),
    })),
    errors: (value['x-errors'] ?? []).map(({ error, wording, 'x-statements': statements }) => ({
      error,
      ...(wording ? { wording } : {}),
      statements,
    })),
    headers,
    ...(echo ? { echo: { parameter: echo.parameter, field: echo.field, statements: echo['x-statements'] } } : {}),
  }
}

/** Schema files are identified by path, inline schemas by a number; equal ones share it. */
function schemaId(schema, { file, inline }) {
  if (schema.$ref) return posix.join(posix.dirname(file), schema.$ref).replace('.schema.json', '')
  const text = JSON.stringify(schema)
  for (const [id, known] of inline) if (JSON.stringify(known) === text) return id
  const id = `inline/${inline.size + 1}`
  inline.set(id, schema)
  return id
}

function resolve(value, at) {
  if (!value?.$ref) return { value, file: at.file }
  const [name, pointer] = value.$ref.split('#')
  const file = name ? posix.join(posix.dirname(at.file), name) : at.file
  const found = pointer
    .split('/')
    .filter(Boolean)
    .reduce((inner, key) => inner?.[key.replaceAll('~1', '/')], at.files.get(file))
  if (found === undefined) throw new Error(`${at.file}: $ref ${value.$ref} points to nothing`)
  return resolve(found, { ...at, file })
}
