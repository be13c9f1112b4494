import { Worker } from 'node:worker_threads'

export interface Embedded {
  readonly origin: string
  /** Its target file, as an object. */
  readonly target: Record<string, unknown>
  close(): Promise<void>
}

/** Starts the embedded platform on a free loopback port, in another thread. */
export async function startEmbedded({
  faults = [],
  variants = [],
}: { faults?: readonly string[]; variants?: readonly string[] } = {}): Promise<Embedded> {
  const ending = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  const worker = new Worker(new URL(`./embedded-thread${ending}`, import.meta.url), {
    workerData: { faults: [...faults], variants: [...variants] },
  })
  const ready = await new Promise<{ origin: string; target: Record<string, unknown> }>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  worker.unref()
  return { ...ready, close: async () => void (await worker.terminate()) }
}
