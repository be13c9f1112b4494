import { join } from 'node:path'
import { record } from '../../../recorder/record.ts'
import { createPlatform } from '../../../src/platform/platform.ts'
import { parseTarget } from '../../../src/target/load.ts'
import type { Target } from '../../../src/target/target.ts'

/** A client at work against a platform of its own, through the recorder. */
export async function recordingOf(client: (origin: string) => Promise<void>, folder: string, name = 'traffic.har'): Promise<string> {
  const server = await createPlatform().listen({ port: 0 })
  const file = join(folder, name)
  const recorder = await record({ to: [server.origin], port: 0, out: file, append: false, version: '1' })
  try { await client(`http://127.0.0.1:${recorder.ports[0]}`) } finally {
    await recorder.close()
    await server.close()
  }
  return file
}

/** Another platform, as a target; `has` tells how many records of a resource stand in it. */
export async function platformWith({ faults = [], variants = [] }: { faults?: readonly string[]; variants?: readonly string[] } = {}): Promise<{ target: Target; origin: string; seen: string[]; close(): Promise<void> }> {
  const platform = createPlatform({ faults, variants })
  const server = await platform.listen({ port: 0 })
  return { target: parseTarget(platform.targetFile(server.origin), 'platform'), origin: server.origin, seen: [], close: () => server.close() }
}
