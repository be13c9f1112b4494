import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { PassThrough } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { BroadcastChannel } from 'node:worker_threads'
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
  run(assignment: Assignment, events: HostEvents): Promise<Farewell | undefined>
  /** Ends the checks, then cleans up; the result is still a farewell. */
  stop(order: Order): void
  /** Also ends a host that was never assigned anything. */
  close(): Promise<void>
}

/** Checks that do not end by themselves so many milliseconds after they were told to are abandoned. */
const deafAfterMs = 1200

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * vitest through its Node API: one worker thread, no isolation, checks concurrent within it. Its thread loads them at once, so that a command
 * may still look at the target meanwhile.
 */
export async function vitestHost(): Promise<Host> {
  // The worker thread allocates many small exchanges, of which few live on: a small young generation, and heaps that grow by two fifths
  // between collections instead of several times, save some 120 MB for 4 % more CPU (npm run bench).
  setFlagsFromString('--max-semi-space-size=8')
  setFlagsFromString('--heap-growing-percent=40')
  // Imported late, so that --help and usage errors do not pay for it.
  const { createVitest } = await import('vitest/node')
  const quiet = new PassThrough().resume()
  const name = randomUUID()
  let events: HostEvents | undefined
  let early = ''
  const trouble = (text: string) => {
    if (events) events.trouble(text)
    else early += `${text}\n`
  }
  const ours = process.listeners('SIGINT')
  const oursToo = process.listeners('SIGTERM')
  const vitest = await createVitest(
    'test',
    {
      watch: false,
      config: false,
      root,
      include: ['dist/bundle/checks.host.js'],
      exclude: [],
      pool: 'threads',
      isolate: false,
      maxWorkers: 1,
      fileParallelism: false,
      provide: { channel: name },
      cache: false,
      passWithNoTests: true,
      allowOnly: false,
      server: { deps: { external: [/\/dist\//] } },
      reporters: [
        {
          onTestCaseResult(test) {
            const { errors } = test.result()
            events?.result(
              test.name,
              (test.meta() as { hosted?: Hosted }).hosted,
              errors?.map((error) => error.message).join('\n'),
              test.diagnostic()?.duration ?? 0,
            )
          },
          onTestModuleEnd(module) {
            for (const error of module.errors()) trouble(error.stack ?? error.message)
          },
          onTestRunEnd(_, unhandled) {
            for (const error of unhandled) trouble(String(error.stack ?? error.message))
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
  const channel = new BroadcastChannel(name)
  const orders = new BroadcastChannel(ordersOf(name))
  for (const one of [channel, orders]) one.unref()
  let farewell: (told: Farewell) => void
  const toldFarewell = new Promise<Farewell>((resolve) => (farewell = resolve))
  let isReady: () => void
  const ready = new Promise<void>((resolve) => (isReady = resolve))
  channel.onmessage = (event) => {
    const { data } = event as { data: HostMessage }
    if ('ready' in data) isReady()
    else if ('cleaning' in data) events?.cleaning()
    else if ('stopped' in data) events?.stopped(data.stopped)
    else farewell(data.farewell)
  }
  // What goes wrong before anything is assigned is told then.
  const ended = vitest.start().then(
    () => undefined,
    (error: unknown) => trouble(String(error)),
  )
  let isAssigned = false
  const assign = async (assignment: Assignment | null) => {
    isAssigned = true
    // A host that cannot load its checks ends without ever being ready.
    await Promise.race([ready, ended])
    orders.postMessage({ assignment })
    await ended
  }
  let ordering: NodeJS.Timeout | undefined
  return {
    async run(assignment, told) {
      events = told
      if (early) trouble(early.trim())
      await assign(assignment)
      clearInterval(ordering)
      // vitest sets it for any failing test; the command decides the exit code.
      process.exitCode = 0
      // The farewell may be under way still, on a channel of its own; a timer that was left behind would hold the process.
      const late = new AbortController()
      const missed = setTimeout(1000, undefined, { signal: late.signal }).catch(() => undefined)
      return Promise.race([toldFarewell, missed]).finally(() => late.abort())
    },
    stop(order) {
      if (ordering) return
      orders.postMessage(order)
      ordering = setInterval(() => orders.postMessage(order), 100).unref()
      void setTimeout(deafAfterMs, undefined, { ref: false }).then(() => vitest.cancelCurrentRun('keyboard-input'))
    },
    async close() {
      if (!isAssigned) await assign(null)
      channel.close()
      orders.close()
      await vitest.close()
    },
  }
}
