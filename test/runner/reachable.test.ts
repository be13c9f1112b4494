import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { reachable } from '../../src/runner/reachable.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import { parseTarget } from '../../src/target/load.ts'

test('a server that takes the connection and never shakes hands holds a command no longer than a second beyond its time', async () => {
  const server = createServer((socket) => socket.on('error', () => undefined))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const target = parseTarget(createPlatform().targetFile(`https://127.0.0.1:${port}`), 't.yaml')
  try {
    await expect(reachable(target, Date.now() - 60_000)).rejects.toThrow(
      `(https://127.0.0.1:${port}): no connection within 1 s`,
    )
  } finally {
    server.close()
  }
})
