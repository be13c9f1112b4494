import { writeFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { fileError, mustBeWritable } from '../errors/user-file.ts'
import { version } from '../target/version.ts'

interface Options {
  out?: string
  format?: 'yaml' | 'json'
}

export const openapiCommand = (): Command =>
  new Command('openapi')
    .description(
      `Writes one OpenAPI 3.1 document of all interfaces, for documentation, mock servers and code generators: operations with their parameters and
schemas, the statements that say each of them (x-statements), and examples from a run against the embedded platform.`,
    )
    .option('--out <file>', 'the file to write (default: standard output)')
    .addOption(
      new Option(
        '--format <format>',
        'the form of the document (default: json for a file that ends so, else yaml)',
      ).choices(['yaml', 'json']),
    )
    .addHelpText(
      'after',
      `
Examples:
  npx fieldproof openapi --out fieldservice.yaml
  npx fieldproof openapi --format json | jq '.paths | keys'`,
    )
    .action(async ({ out, format }: Options) => {
      if (out !== undefined) mustBeWritable(out, '--out')
      const { openApiDocument } = await import('../openapi/document.ts')
      const document = openApiDocument(version())
      const asJson = format === 'json' || (format === undefined && out?.endsWith('.json'))
      const text = asJson ? `${JSON.stringify(document, null, 2)}\n` : await yamlOf(document)
      if (out === undefined) process.stdout.write(text)
      else {
        try {
          writeFileSync(out, text)
        } catch (error) {
          throw fileError(error, 'written', { file: `--out ${out}` })
        }
      }
    })

/** No anchors: equal parts stand where they are needed, since not every reader knows anchors. */
async function yamlOf(document: unknown): Promise<string> {
  const { stringify } = await import('yaml')
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 140 })
}
