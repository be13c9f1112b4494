import { join } from 'node:path'
import { record } from '../../recorder/record.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import { parseTarget } from '../../src/target/load.ts'
import type { Target } from '../../src/target/target.ts'

/** A client at work against a platform of its own, through the recorder. */
export async function recordingOf<T>(
  client: (origin: string) => Promise<T>,
  folder: string,
  name = 'traffic.har',
  variants: readonly string[] = [],
): Promise<{ readonly file: string; readonly told: T }> {
  const server = await createPlatform({ variants }).listen({ port: 0 })
  const file = join(folder, name)
  const recorder = await record({ to: [server.origin], port: 0, out: file, append: false, version: '1' })
  let told: T
  try {
    told = await client(`http://127.0.0.1:${recorder.ports[0]}`)
  } finally {
    await recorder.close()
    await server.close()
  }
  return { file, told }
}

/** Another platform, as a target. */
export async function platformWith({
  faults = [],
  variants = [],
}: { faults?: readonly string[]; variants?: readonly string[] } = {}): Promise<{
  target: Target
  close(): Promise<void>
}> {
  const platform = createPlatform({ faults, variants })
  const server = await platform.listen({ port: 0 })
  return { target: parseTarget(platform.targetFile(server.origin), 'platform'), close: () => server.close() }
}
