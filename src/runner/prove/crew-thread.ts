import { parentPort, workerData } from 'node:worker_threads'
import { loadCatalogue } from '../../judging/catalogue.ts'
import { trial, type BenchSubject, type Trial } from './bench.ts'
import { asJudged, brief } from './brief.ts'

/** One trial for a worker thread, by the check's id. */
export interface Task {
  readonly number: number
  readonly check: string
  readonly subject: BenchSubject
}

const { checks } = await loadCatalogue((workerData as { suites?: string }).suites)
const byId = new Map(checks.map((check) => [check.id, check]))
let last: Promise<void> = Promise.resolve()
parentPort?.on('message', (task: Task) => {
  last = last.then(() => play(task))
})

async function play({ number, check, subject }: Task): Promise<void> {
  const found = byId.get(check)
  if (!found) throw new Error(`there is no check ${check}`)
  try {
    parentPort?.postMessage({ number, done: light(await trial(found, subject), subject) })
  } catch (error) {
    parentPort?.postMessage({ number, failed: error instanceof Error ? error.stack : String(error) })
  }
}

/** Only of the plain platform the proof asks what was looked at: of all others it needs the verdict, and copying the rest costs much. */
function light({ attempt, ...done }: Trial, { faults, variants, impostor }: BenchSubject): Trial {
  const isPlain = !faults && !variants && impostor === undefined
  if (isPlain) return { ...done, attempt: { ...attempt, exchanges: [] } }
  const sights = attempt.sights.filter(({ findings }) => findings.length > 0)
  return { ...done, attempt: { ...attempt, ...asJudged, outcome: brief(attempt.outcome), sights } }
}
