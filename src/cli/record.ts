import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { Command } from 'commander'
import { UserError } from '../errors/user-error.ts'
import { fileError, mustBeWritable, mustTakeFiles, readUserFile } from '../errors/user-file.ts'
import { version } from '../target/version.ts'
import { clientSettings } from './ca-environment.ts'
import { listenError } from './listen-error.ts'
import { liveLine } from './live-line.ts'
import { collectOption, port } from './option-values.ts'
import { endLines } from './record-end.ts'
import { proxyNotice } from './proxy-notice.ts'
import { namedUpstreams, passwordIn, type RecordFlags } from './record-options.ts'

export const recordCommand = (): Command =>
  new Command('record')
    .description(
      `Listens on loopback and passes everything on: to an upstream (the client only changes its base address), or, with --forward, as a proxy
to wherever the client asks (the client trusts the authority of "fieldproof ca"). The traffic is not changed. It is written as a HAR
file that is complete after every entry; tokens, passwords and secrets become placeholders before a byte is written, equal secrets
the same placeholder.`,
    )
    .option(
      '--to <url>',
      'upstream address, or NAME=URL; may be repeated: each further upstream gets a free port of its own',
      collectOption,
    )
    .option('--forward', 'be a forward proxy instead: the client names the upstream')
    .option(
      '--host <name>',
      'with --forward, a host to record, such as a.example, *.example or *; may be repeated; all others pass unrecorded',
      collectOption,
    )
    .option('--port <n>', 'port to listen on; 0 takes a free one', port, 8080)
    .option('--listen <address>', 'address to listen on; beyond loopback, clients need a password', '127.0.0.1')
    .option(
      '--proxy-password-env <name>',
      'environment variable with the password that clients must send (Proxy-Authorization: Basic)',
    )
    .option('--ca-dir <folder>', 'where the certificate authority is kept (fieldproof ca)')
    .option('--out <file>', 'the recording; the file must not exist yet', 'traffic.har')
    .option('--append', 'add to a recording; an entry that a killed recorder left incomplete is cut off first')
    .option('--verify', 'verify while recording, without delaying the traffic; the reports come at the end')
    .option('--reports <dir>', 'with --verify, folder for the reports', 'out')
    .option(
      '--ca <file>',
      "PEM file of an authority that signed an upstream's certificate, trusted beside the public ones",
    )
    .addHelpText(
      'after',
      `
Examples:
  npx fieldproof record --to https://cluster.example --port 8080 --out traffic.har
  (then point the client at http://127.0.0.1:8080; Ctrl-C ends the recording)
  npx fieldproof record --forward --host '*.cluster.example' --port 8080
  (prints the settings that clients need)`,
    )
    .action(async (options: RecordFlags) => {
      const upstreams = namedUpstreams(options)
      const urls = upstreams.map(({ url }) => url)
      const password = passwordIn(options)
      if (options.append && !existsSync(options.out))
        throw new UserError(`--append: there is no recording ${options.out}`)
      if (!options.append && existsSync(options.out))
        throw new UserError(`--out ${options.out}: the file exists`, { todo: '--append adds to it' })
      mustBeWritable(options.out, '--out')
      if (options.verify) mustTakeFiles(options.reports, '--reports')
      const { record } = await import('../../recorder/record.ts')
      const line = liveLine(process.stderr, { judges: options.verify ?? false })
      const verdict = options.verify
        ? (await import('./live-verdict.ts')).liveVerdict(options.out, (judged) => line.judged(judged))
        : undefined
      const recorder = await record({
        to: urls,
        ...(options.forward
          ? { forward: { hosts: options.host ?? [], ...(options.caDir ? { caDir: options.caDir } : {}) } }
          : {}),
        port: options.port,
        listen: options.listen,
        ...(password === undefined ? {} : { password }),
        out: options.out,
        append: options.append ?? false,
        version: version(),
        ...(options.ca ? { ca: authorityOf(options.ca) } : {}),
        onEntry: (totals) => line.passed(totals),
      }).catch((error: unknown) => {
        const { port: asked, listen: address, out } = options
        throw fileError(listenError(error, { port: asked, address, option: '--listen' }), 'written', { file: out })
      })
      if (recorder.cut > 0)
        process.stdout.write(
          `${options.out}: ${recorder.cut} bytes of an incomplete entry were cut off; the recorder that wrote it was killed\n`,
        )
      process.stdout.write(
        options.forward
          ? await proxyLines(options, recorder.addresses[0] ?? '')
          : recorder.addresses
              .map(
                (address, at) =>
                  `${upstreams[at]?.name ? `${upstreams[at].name}: ` : ''}${address} passes on to ${upstreams[at]?.url}\n`,
              )
              .join(''),
      )
      process.stderr.write(proxyNotice(process.env, [...urls, ...(options.host ?? [])]))
      line.start()
      const end = async (): Promise<void> => {
        await recorder.close()
        line.end()
        process.stdout.write(endLines(recorder, options.out, urls))
        const isIncomplete = recorder.totals().unwritten > 0 || recorder.failure() !== undefined
        const found = await verdict?.end(options.reports)
        process.exit(found === 1 ? 1 : isIncomplete ? 3 : (found ?? 0))
      }
      process.once('SIGINT', () => void end()).once('SIGTERM', () => void end())
    })

function authorityOf(file: string): string {
  const pem = readUserFile(file, '--ca takes a PEM file')
  if (!pem.includes('-----BEGIN CERTIFICATE-----'))
    throw new UserError('there is no certificate in it', { file, todo: '--ca takes a PEM file' })
  return pem
}

async function proxyLines(options: RecordFlags, address: string): Promise<string> {
  const [{ caFiles }, { writeBundle }] = await Promise.all([
    import('../../recorder/ca/folder.ts'),
    import('../../recorder/ca/bundle.ts'),
  ])
  const files = caFiles(options.caDir)
  await writeBundle(files)
  // The variable's name, not the password: what is printed may be kept.
  const reached = address.replace(/0\.0\.0\.0|\[::\]/, hostname())
  const proxy = options.proxyPasswordEnv ? reached.replace('//', `//fieldproof:$${options.proxyPasswordEnv}@`) : reached
  return `forward proxy at ${address}; it records ${(options.host ?? []).join(', ')}\n${clientSettings({ ...files, proxy })}`
}
