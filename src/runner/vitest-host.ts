import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { PassThrough } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import {
  ordersOf,
  type Assignment,
  type Farewell,
  type Hosted,
  type HostMessage,
  type Order,
} from './host/assignment.ts'

export interface HostEvents {
  /** A test has ended; without `hosted` it died before it had a result, and `error` says why. */
  result(id: string, hosted: Hosted | undefined, error: string | undefined, ms: number): void
  /** The host ends the checks early, by its own clock. */
  stopped(why: string): void
  /** Objects are being removed. */
  cleaning(): void
  /** Something went wrong outside any test. */
  trouble(text: string): void
}

export interface Host {
  /** Runs all assigned checks; resolves with the farewell, or undefined if the host could not send it. */
  run(): Promise<Farewell | undefined>
  /** Ends the checks, then cleans up; the result is still a farewell. */
  stop(order: Order): void
  close(): Promise<void>
}

/** Checks that do not end by themselves so many milliseconds after they were told to are abandoned. */
const deafAfterMs = 1200

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** vitest through its Node API: one worker thread, no isolation, checks concurrent within it. */
export async function vitestHost(assignment: Assignment, events: HostEvents): Promise<Host> {
  // The worker thread allocates many small exchanges, of which few live on: a small young generation, and heaps that grow by two fifths
  // between collections instead of several times, save some 120 MB for 4 % more CPU (npm run bench).
  setFlagsFromString('--max-semi-space-size=8')
  setFlagsFromString('--heap-growing-percent=40')
  // Imported late, so that --help and usage errors do not pay for it.
  const { createVitest } = await import('vitest/node')
  const quiet = new PassThrough().resume()
  const ours = process.listeners('SIGINT')
  const oursToo = process.listeners('SIGTERM')
  const vitest = await createVitest(
    'test',
    {
      watch: false,
      config: false,
      root,
      include: ['dist/src/runner/host/checks.host.js'],
      exclude: [],
      pool: 'threads',
      isolate: false,
      maxWorkers: 1,
      fileParallelism: false,
      maxConcurrency: assignment.target.limits.concurrency,
      provide: { assignment },
      cache: false,
      passWithNoTests: true,
      allowOnly: false,
      server: { deps: { external: [/\/dist\//] } },
      reporters: [
        {
          onTestCaseResult(test) {
            const { errors } = test.result()
            events.result(
              test.name,
              (test.meta() as { hosted?: Hosted }).hosted,
              errors?.map((error) => error.message).join('\n'),
              test.diagnostic()?.duration ?? 0,
            )
          },
          onTestModuleEnd(module) {
            for (const error of module.errors()) events.trouble(error.stack ?? error.message)
          },
          onTestRunEnd(_, unhandled) {
            for (const error of unhandled) events.trouble(String(error.stack ?? error.message))
          },
        },
      ],
    },
    { envDir: false, cacheDir: tmpdir(), clearScreen: false, logLevel: 'silent' },
    { stdout: quiet, stderr: quiet },
  )
  // vitest's listeners would end the process at once, before anything is cleaned up or reported.
  for (const listener of process.listeners('SIGINT')) if (!ours.includes(listener)) process.off('SIGINT', listener)
  for (const listener of process.listeners('SIGTERM')) if (!oursToo.includes(listener)) process.off('SIGTERM', listener)
  const farewell = new Promise<Farewell>((resolve) => {
    const channel = new BroadcastChannel(assignment.channel)
    channel.onmessage = (event) => {
      const { data } = event as { data: HostMessage }
      if ('cleaning' in data) events.cleaning()
      else if ('stopped' in data) events.stopped(data.stopped)
      else {
        resolve(data.farewell)
        channel.close()
      }
    }
    ;(channel as unknown as { unref(): void }).unref()
  })
  let ordering: NodeJS.Timeout | undefined
  return {
    async run() {
      await vitest.start()
      clearInterval(ordering)
      // vitest sets it for any failing test; the command decides the exit code.
      process.exitCode = 0
      return Promise.race([farewell, new Promise<undefined>((resolve) => setTimeout(resolve, 1000, undefined))])
    },
    stop(order) {
      if (ordering) return
      const orders = new BroadcastChannel(ordersOf(assignment.channel))
      ;(orders as unknown as { unref(): void }).unref()
      orders.postMessage(order)
      ordering = setInterval(() => orders.postMessage(order), 100).unref()
      setTimeout(() => void vitest.cancelCurrentRun('keyboard-input'), deafAfterMs).unref()
    },
    close: async () => vitest.close(),
  }
}
