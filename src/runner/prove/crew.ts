import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Check } from '../../kit/check.ts'
import type { BenchSubject, Trial } from './bench.ts'
import type { Task } from './crew-thread.ts'

export interface Crew {
  trial(check: Check, subject: BenchSubject): Promise<Trial>
  close(): Promise<void>
}

type Reply = { readonly number: number; readonly done: Trial } | { readonly number: number; readonly failed: string }

/** Runs trials in threads, one after the other in each. Every trial has its own platform, so they share nothing. */
export function crew(suites?: string, size: number = Math.min(4, availableParallelism())): Crew {
  const waiting = new Map<number, { resolve(trial: Trial): void; reject(error: Error): void }>()
  const queue: Task[] = []
  const idle: Worker[] = []
  let lost: Error | undefined
  let count = 0
  const next = (worker: Worker) => {
    const task = queue.shift()
    if (task) worker.postMessage(task)
    else idle.push(worker)
  }
  const workers = Array.from({ length: size }, () => {
    const worker = new Worker(new URL('../../../bundle/crew-thread.js', import.meta.url), {
      workerData: { suites },
      // A trial makes much that lives as long as the trial: with little room for it, most would be moved before it can go.
      resourceLimits: { maxYoungGenerationSizeMb: 128 },
    })
    worker.on('message', (reply: Reply) => {
      const asked = waiting.get(reply.number)
      waiting.delete(reply.number)
      if ('done' in reply) asked?.resolve(reply.done)
      else asked?.reject(new Error(reply.failed))
      next(worker)
    })
    worker.on('error', (error) => {
      lost = error
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    })
    return worker
  })
  // Each has a second task in hand when it is done with the first: the thread that gives them out is often busy with what came back.
  idle.push(...workers, ...workers)
  return {
    trial: (check, subject) =>
      new Promise((resolve, reject) => {
        // A hand that is gone takes no more tasks, and the others would never get to the end of all.
        if (lost) return reject(lost)
        const task = { number: ++count, check: check.id, subject }
        waiting.set(task.number, { resolve, reject })
        const worker = idle.pop()
        if (worker) worker.postMessage(task)
        else queue.push(task)
      }),
    close: async () => void (await Promise.all(workers.map((worker) => worker.terminate()))),
  }
}
