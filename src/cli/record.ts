import { existsSync, readFileSync } from 'node:fs'
import { Command } from 'commander'
import { UsageError } from '../runner/usage-error.ts'
import { version } from '../runner/version.ts'
import { collect, port } from './option-values.ts'

interface Options { to: string[]; port: number; out: string; append?: true; ca?: string }

export const recordCommand = (): Command => new Command('record')
  .summary('record what passes between a client and a cluster')
  .description(`Listens on loopback and passes everything on to an upstream: a client just changes its base address. Nothing of the traffic is
changed. What passes is written as a HAR file that is whole after every entry; tokens, passwords and secrets become placeholders
before a byte is written, equal ones the same.`)
  .requiredOption('--to <url>', 'upstream address; may be repeated: each further one gets a free port of its own', collect)
  .option('--port <n>', 'port to listen on; 0 takes a free one', port, 8080)
  .option('--out <file>', 'the recording; it must not be there yet', 'traffic.har')
  .option('--append', 'go on with a recording; what a killed recorder left half is cut first')
  .option('--ca <file>', 'PEM of the authority of the upstream\'s certificate')
  .addHelpText('after', `
Example:
  npx fieldproof record --to https://cluster.example --port 8080 --out traffic.har
  (then let the client speak to http://127.0.0.1:8080; Ctrl-C ends it)`)
  .action(async (options: Options) => {
    for (const address of options.to) if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) throw new UsageError(`--to ${address}: it is no http or https address`)
    if (options.append && !existsSync(options.out)) throw new UsageError(`--append: there is no recording ${options.out}`)
    if (!options.append && existsSync(options.out)) throw new UsageError(`--out ${options.out}: it is there already; --append goes on with it`)
    const { record } = await import('../../recorder/record.ts')
    const line = process.stderr.isTTY ? (text: string) => void process.stderr.write(`\r\u001b[2K${text}`) : () => undefined
    const recorder = await record({
      to: options.to, port: options.port, out: options.out, append: options.append ?? false, version: version(), ...(options.ca ? { ca: readFileSync(options.ca, 'utf8') } : {}),
      onEntry: ({ requests, bytes, broken, unwritten }) => line(`${requests} requests  ${bytes} bytes  ${broken} broken  ${unwritten} not written`),
    }).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(error.code === 'EADDRINUSE' ? `--port ${options.port}: something listens there already` : error.message)
    })
    process.stdout.write(recorder.ports.map((bound, at) => `http://127.0.0.1:${bound} passes on to ${options.to[at]}\n`).join(''))
    const end = async (): Promise<void> => {
      await recorder.close()
      line('')
      const { requests, bytes, broken, unwritten } = recorder.totals()
      const failure = recorder.failure()
      process.stdout.write(`${requests} requests in ${options.out} (${bytes} bytes)${broken > 0 ? `, ${broken} of them broken` : ''}${unwritten > 0 ? `; ${unwritten} could not be written` : ''}${failure ? `: ${failure.message}` : ''}\n`)
      process.exit(unwritten > 0 || failure ? 3 : 0)
    }
    process.once('SIGINT', () => void end()).once('SIGTERM', () => void end())
  })
