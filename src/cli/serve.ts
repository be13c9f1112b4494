import { Command } from 'commander'
import { collectOption, port } from './option-values.ts'
import { mustBeWritable } from '../errors/user-file.ts'
import { writePrivate } from '../errors/private-file.ts'
import { listenError } from './listen-error.ts'

interface Options {
  port: number
  host: string
  fault?: string[]
  variant?: string[]
  world?: string
  writeTarget?: string
  tls?: true
  caDir?: string
}

export const serveCommand = (): Command =>
  new Command('serve')
    .description(
      `Serves the embedded platform on one port, in memory, until it is interrupted. It starts with accounts, users and clients. A fault makes it
break a rule of the documents; a variant makes it take another lawful reading of an open point. "fieldproof list faults" and "fieldproof
list variants" name them. A world is a lawful platform that resembles a real cluster: "fieldproof list worlds".`,
    )
    .option('--port <n>', 'port to listen on; 0 takes a free one', port, 4010)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--fault <id>', 'break a rule; may be repeated', collectOption)
    .option('--variant <id>', 'take another lawful reading; may be repeated', collectOption)
    .option('--world <name>', 'serve this world instead of the plain platform')
    .option(
      '--tls',
      'serve HTTPS, with a certificate for localhost, 127.0.0.1 and ::1 from the authority of "fieldproof ca"',
    )
    .option('--ca-dir <folder>', 'where that authority is kept')
    .option('--write-target <file>', 'write a target file for it once it listens')
    .addHelpText(
      'after',
      `
Example, in two terminals:
  npx fieldproof serve --port 4010 --fault lock-ignored-on-put --write-target t.yaml
  npx fieldproof run --target t.yaml --out out

A world, and the target file that comes with the kit:
  npx fieldproof serve --world stranger --port 4010
  npx fieldproof run --target examples/worlds/stranger.yaml`,
    )
    .action(async (options: Options) => {
      const { createPlatform } = await import('../platform/platform.ts')
      const { stringify } = await import('yaml')
      const { knownDeviations, knownWorld } = await import('./known-deviations.ts')
      if (options.writeTarget) mustBeWritable(options.writeTarget, '--write-target')
      knownDeviations(options.fault ?? [], options.variant ?? [])
      if (options.world !== undefined) knownWorld(options.world)
      const platform = createPlatform({
        faults: options.fault ?? [],
        variants: options.variant ?? [],
        ...(options.world === undefined ? {} : { world: options.world }),
      })
      const identity = options.tls ? await tlsIdentity(options) : undefined
      const server = await platform
        .listen({ port: options.port, host: options.host, ...(identity ? { tls: identity } : {}) })
        .catch((error: unknown) => {
          throw listenError(error, { port: options.port, address: options.host, option: '--host' })
        })
      if (options.writeTarget) {
        const file = options.writeTarget
        try {
          // It holds every password of the platform.
          writePrivate(
            file,
            stringify({
              ...platform.targetFile(server.origin),
              ...(identity ? { tls: { ca: identity.authority } } : {}),
            }),
          )
        } catch (error) {
          await server.close()
          throw error
        }
      }
      const deviating = [
        ...(options.world ? [`world ${options.world}`] : []),
        ...(options.fault ?? []),
        ...(options.variant ?? []),
      ]
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
  const authority = await authorityIn(caFiles(caDir))
  const names = [
    'localhost',
    '127.0.0.1',
    '::1',
    ...(/^(?:localhost|127\.0\.0\.1|::1|0\.0\.0\.0|::)$/.test(host) ? [] : [host]),
  ]
  const { key, cert } = await leafFor(names, authority)
  return { key, cert, authority: authority.pem }
}
