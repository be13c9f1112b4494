import { parentPort, workerData } from 'node:worker_threads'
import { createPlatform } from '../platform/platform.ts'
import type { EmbeddedOptions } from './embedded.ts'

// The embedded platform runs in a thread of its own, so that it never waits for the kit.
const { port = 0, ...options } = workerData as EmbeddedOptions
const platform = createPlatform(options)
const server = await platform.listen({ port })
parentPort?.postMessage({ origin: server.origin, target: platform.targetFile(server.origin) })
parentPort?.once('message', () => void server.close().then(() => process.exit(0)))
