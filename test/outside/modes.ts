import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeCertificate } from '../../bench/recorder/certificate.mjs'
import type { HarEntry } from '../../src/har/har.ts'
import { fieldproof, start } from '../support/cli.ts'
import type { Route } from './clients.ts'
import { listening, recordingOf, textOnceWritten } from './recording.ts'
import { upstream } from './upstream.ts'

/** One way in which a recorder stands between a client and the server, and the way without it. */
interface Opened {
  readonly direct: Route
  readonly recorded: Route
  entries(count: number): Promise<HarEntry[]>
  close(): Promise<void>
}

export interface Mode {
  readonly name: string
  readonly missing?: string
  open(): Promise<Opened>
}

const reverse: Mode = {
  name: 'reverse mode',
  async open() {
    const server = await listening(createServer(upstream))
    const recording = await recordingOf(server.origin)
    return {
      direct: { base: server.origin },
      recorded: { base: recording.base },
      entries: recording.entries,
      close: async () => {
        await recording.close()
        server.close()
      },
    }
  },
}

const bin = fileURLToPath(new URL('../../bin/fieldproof.js', import.meta.url))
const canForward = spawnSync(process.execPath, [bin, 'record', '--help'], { encoding: 'utf8' }).stdout.includes(
  '--forward',
)

/** By the command, as a user has it: the proxy of a client that speaks TLS to the server. */
const forward: Mode = {
  name: 'forward mode, TLS',
  ...(canForward ? {} : { missing: 'this build of `fieldproof record` has no --forward' }),
  async open() {
    const folder = mkdtempSync(join(tmpdir(), 'outside-'))
    await writeCertificate(folder)
    const certificate = join(folder, 'cert.pem')
    const server = await listening(
      createSecureServer({ key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(certificate) }, upstream),
    )
    const base = server.origin.replace('http://127.0.0.1', 'https://localhost')
    const [file, caDir] = [join(folder, 'traffic.har'), join(folder, 'ca')]
    const run = start([
      'record',
      '--forward',
      '--host',
      'localhost',
      '--port',
      '0',
      '--ca-dir',
      caDir,
      '--ca',
      certificate,
      '--out',
      file,
    ])
    let said = ''
    run.child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    await run.said(/(?:127\.0\.0\.1|localhost):\d+/)
    const proxy = /(?:127\.0\.0\.1|localhost):\d+/.exec(said)?.[0] ?? ''
    const caFile = (await fieldproof(['ca', 'path'], { env: { FIELDPROOF_CA_DIR: caDir } })).stdout.trim()
    return {
      direct: { base, caFile: certificate },
      recorded: { base, proxy: `http://${proxy}`, caFile },
      entries: async (count) =>
        (JSON.parse(await textOnceWritten(file, count)) as { log: { entries: HarEntry[] } }).log.entries,
      close: async () => {
        run.child.kill('SIGINT')
        await run.ended
        server.close()
        rmSync(folder, { recursive: true })
      },
    }
  },
}

export const modes: readonly Mode[] = [reverse, forward]
