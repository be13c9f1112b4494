import { posix } from 'node:path'
import { documentFiles } from '../contract/index.ts'
import { statements } from '../verdict/statements.ts'
import { sharedWithExamples, withExamples, type Example } from './examples.ts'
import { withLinks, type Link } from './links.ts'
import { pathsOf } from './operations.ts'
import { schemaComponents, sharedComponents, used, type Json, type SchemaFiles } from './references.ts'

/** Interfaces without a document of their own. */
const further = [
  { name: 'bulk', description: 'Bulk API: writes of many records by one call. The form of its bodies is not stated.' },
  {
    name: 'connector',
    description: 'Rules for connectors over all interfaces; it has no operations, and its statements are A-CON.',
  },
]

/** One OpenAPI 3.1 document of all interfaces, as a value. `version` is that of the kit. */
export function openApiDocument(version: string, files: SchemaFiles = documentFiles()): Json {
  const documents = Object.keys(files).filter((name) => name.endsWith('/openapi.yaml'))
  const examples = (files['examples.json'] ?? []) as readonly Example[]
  const links = (files['links.yaml'] ?? []) as readonly Link[]
  const shared = sharedComponents(files)
  const components: Record<string, Json> = { ...shared, schemas: schemaComponents(files) }
  const paths = Object.fromEntries(
    documents.flatMap((file) =>
      Object.entries(pathsOf(file, files)).map(([path, item]) => [
        path,
        Object.fromEntries(
          Object.entries(item).map(([key, value]) => [
            key,
            key === 'servers' || key === 'description'
              ? value
              : withLinks(withExamples(value as Json, examples, components), links),
          ]),
        ),
      ]),
    ),
  )
  const records = Object.fromEntries(
    Object.entries(components['schemas'] ?? {}).flatMap(([name, schema]) => {
      const resource = (schema as Json)['x-resource']
      return typeof resource === 'string' ? [[resource, { $ref: `#/components/schemas/${name}` }]] : []
    }),
  )
  const kept = used(components, [paths, records])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Field service platform interfaces',
      version,
      summary: 'All interfaces of the two documents, as Fieldproof checks them.',
      description:
        'x-statements cites the numbered statements that say a thing; what they say is under x-statements of the document. What the documents do not show is left open. Examples were on the wire in a run against the embedded platform.',
    },
    servers: [
      {
        url: '{base_url}',
        variables: { base_url: { default: 'https://cluster.example.com', description: "The account's cluster." } },
      },
    ],
    tags: [...documents.map((file) => tagOf(files[file] as Json, posix.dirname(file))), ...further],
    paths,
    components: {
      ...kept,
      ...(kept['parameters'] ? { parameters: sharedWithExamples(kept['parameters'], examples) } : {}),
      securitySchemes: shared['securitySchemes'],
    },
    'x-records': records,
    'x-statements': Object.fromEntries(statements.map(({ id, level, side, says }) => [id, { level, side, says }])),
  }
}

function tagOf(document: Json, name: string): Json {
  const { title, version, summary } = document['info'] as Record<string, string>
  return { name, description: `${title}, version ${version}: ${summary}` }
}
