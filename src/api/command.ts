import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { fileURLToPath } from 'node:url'
import { readStream } from '../../reports/read-stream.ts'
import { UserError } from '../errors/user-error.ts'
import type { StreamRecord } from '../verdict/stream.ts'

/** From sources (our own tests) as from dist/, which is one level deeper. */
const bin = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../bin/fieldproof.js' : '../../../bin/fieldproof.js', import.meta.url),
)
/** Milliseconds between two looks at the stream of a command that is under way. */
const lookEveryMs = 50

export interface Commanded {
  readonly records: readonly StreamRecord[]
  readonly exitCode: number
  /** What it said to its user beside the report. */
  readonly stderr: string
}

/** Runs a command that writes a report stream into `out`, and hands its records on as they come. */
export async function commanded(
  args: readonly string[],
  out: string,
  { onRecord, signal }: { onRecord?: (record: StreamRecord) => void; signal?: AbortSignal },
): Promise<Commanded> {
  const stream = join(out, 'report.jsonl')
  mkdirSync(out, { recursive: true })
  // Were any of them there, the command would first write a report of a run that did not finish, which is none of what is waited for.
  for (const name of ['report.jsonl', 'junit.xml', 'summary.json', 'index.html'])
    rmSync(join(out, name), { force: true })
  const env = Object.fromEntries(
    // A host of tests says by these that it runs; the command hosts its own.
    Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_OPTIONS|NODE_V8_COVERAGE)/.test(name)),
  )
  const child = spawn(process.execPath, [bin, ...args, '--out', out], {
    env: { ...env, NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const interrupt = () => void child.kill('SIGINT')
  if (signal?.aborted) interrupt()
  signal?.addEventListener('abort', interrupt, { once: true })
  const records: StreamRecord[] = []
  const tail = tailOf(stream)
  const look = () => {
    for (const record of readStream(tail())) {
      records.push(record)
      onRecord?.(record)
    }
  }
  // What cannot be read, or what a listener throws, rejects the call once the command has cleaned up: thrown here, it would end the process.
  let broken: { readonly error: unknown } | undefined
  const looking = setInterval(() => {
    try {
      look()
    } catch (error) {
      broken = { error }
      clearInterval(looking)
      interrupt()
    }
  }, lookEveryMs)
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 3))
  }).finally(() => {
    clearInterval(looking)
    signal?.removeEventListener('abort', interrupt)
  })
  if (broken) throw broken.error
  look()
  if (exitCode === 2) throw new UserError(stderr.trim().replace(/^fieldproof: /, ''))
  return { records, exitCode, stderr }
}

/** Whole lines that were added to a file since the last call. */
function tailOf(file: string): () => string {
  const decoder = new StringDecoder('utf8')
  const chunk = Buffer.alloc(1 << 16)
  let at = 0
  let half = ''
  return () => {
    let text = half
    let opened: number
    try {
      opened = openSync(file, 'r')
    } catch {
      return ''
    }
    try {
      for (let read = readSync(opened, chunk, 0, chunk.length, at); read > 0;) {
        text += decoder.write(chunk.subarray(0, read))
        at += read
        read = readSync(opened, chunk, 0, chunk.length, at)
      }
    } finally {
      closeSync(opened)
    }
    const end = text.lastIndexOf('\n') + 1
    half = text.slice(end)
    return text.slice(0, end)
  }
}
