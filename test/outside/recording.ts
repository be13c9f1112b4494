import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { record } from '../../recorder/record.ts'
import type { HarEntry } from '../../src/har/har.ts'

export interface Recording {
  /** Where a client finds the recorder. */
  readonly base: string
  /** The text of the file once it holds so many entries. */
  text(count: number): Promise<string>
  entries(count: number): Promise<HarEntry[]>
  close(): Promise<void>
}

/** A server on a free port of loopback; closing it leaves nothing open. */
export async function listening(server: Server): Promise<{ readonly origin: string; close(): void }> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Waits for a file of so many entries: an entry is written a moment after the client has its answer. */
export async function textOnceWritten(file: string, count: number): Promise<string> {
  for (const until = Date.now() + 60_000; ;) {
    const text = readFileSync(file, 'utf8')
    // Who reads while it is written may see half an entry.
    try {
      if ((JSON.parse(text) as { log: { entries: unknown[] } }).log.entries.length >= count) return text
    } catch {
      /* Once more. */
    }
    if (Date.now() > until) throw new Error(`the recording does not come to ${count} entries: ${text.slice(-2000)}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Our reverse mode before an upstream. */
export async function recordingOf(upstream: string): Promise<Recording> {
  const folder = mkdtempSync(join(tmpdir(), 'outside-'))
  const file = join(folder, 'traffic.har')
  const recorder = await record({ to: [upstream], port: 0, out: file, append: false, version: '1' })
  const text = (count: number) => textOnceWritten(file, count)
  return {
    base: `http://127.0.0.1:${recorder.ports[0]}`,
    text,
    entries: async (count) => (JSON.parse(await text(count)) as { log: { entries: HarEntry[] } }).log.entries,
    close: async () => {
      await recorder.close()
      rmSync(folder, { recursive: true })
    },
  }
}
