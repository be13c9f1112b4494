import { renameSync, writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { collect, port } from './option-values.ts'
import { UsageError } from '../errors/usage-error.ts'

interface Options {
  port: number
  host: string
  fault?: string[]
  variant?: string[]
  writeTarget?: string
  tls?: true
  caDir?: string
}

export const serveCommand = (): Command =>
  new Command('serve')
    .summary('serve the embedded platform')
    .description(
      `Serves the embedded platform on one port, in memory, until it is interrupted: token service, directory, company list and
Data API, with accounts, users and clients to begin with. Faults make it break a rule of the documents; variants make it read
an open point another lawful way. "fieldproof list faults" and "fieldproof list variants" name them.`,
    )
    .option('--port <n>', 'port to listen on; 0 takes a free one', port, 4010)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--fault <id>', 'break a rule; may be repeated', collect)
    .option('--variant <id>', 'take another lawful reading; may be repeated', collect)
    .option(
      '--tls',
      'over HTTPS, with a certificate of the authority of "fieldproof ca" for localhost, 127.0.0.1 and ::1',
    )
    .option('--ca-dir <folder>', 'where that authority is kept')
    .option('--write-target <file>', 'write a target file for it, once it listens')
    .addHelpText(
      'after',
      `
Example, in two terminals:
  npx fieldproof serve --port 4010 --fault lock-ignored-on-put --write-target t.yaml
  npx fieldproof run --target t.yaml --out out`,
    )
    .action(async (options: Options) => {
      const { createPlatform } = await import('../platform/platform.ts')
      const { stringify } = await import('yaml')
      const { knownDeviations } = await import('./known-deviations.ts')
      knownDeviations(options.fault ?? [], options.variant ?? [])
      const platform = createPlatform({ faults: options.fault ?? [], variants: options.variant ?? [] })
      const identity = options.tls ? await tlsIdentity(options) : undefined
      const server = await platform
        .listen({ port: options.port, host: options.host, ...(identity ? { tls: identity } : {}) })
        .catch((error: NodeJS.ErrnoException) => {
          throw new UsageError(
            `--port ${options.port}: ${error.code === 'EADDRINUSE' ? 'something listens there already' : error.message}`,
          )
        })
      if (options.writeTarget) {
        const file = options.writeTarget
        writeFileSync(
          `${file}.part`,
          stringify({
            ...platform.targetFile(server.origin),
            ...(identity ? { tls: { ca: identity.authority } } : {}),
          }),
        )
        renameSync(`${file}.part`, file)
      }
      const deviating = [...(options.fault ?? []), ...(options.variant ?? [])]
      process.stdout.write(
        `the embedded platform listens at ${server.origin}${deviating.length > 0 ? `, with ${deviating.join(', ')}` : ''}${options.writeTarget ? `; target file: ${options.writeTarget}` : ''}\n`,
      )
      const stop = () => void server.close().then(() => process.exit(0))
      process.once('SIGINT', stop).once('SIGTERM', stop)
    })

async function tlsIdentity({ host, caDir }: Options): Promise<{ key: string; cert: string; authority: string }> {
  const [{ authorityIn }, { caFiles }, { leafFor }] = await Promise.all([
    import('../../recorder/ca/authority.ts'),
    import('../../recorder/ca/folder.ts'),
    import('../../recorder/ca/leaf.ts'),
  ])
  const authority = await authorityIn(caFiles(caDir)).catch((error: Error) => {
    throw new UsageError(error.message)
  })
  const names = [
    'localhost',
    '127.0.0.1',
    '::1',
    ...(/^(?:localhost|127\.0\.0\.1|::1|0\.0\.0\.0|::)$/.test(host) ? [] : [host]),
  ]
  const { key, cert } = await leafFor(names, authority)
  return { key, cert, authority: authority.pem }
}
