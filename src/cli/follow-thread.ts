import { parentPort, workerData } from 'node:worker_threads'
import { follow } from '../har/follow.ts'
import { createTrafficJudge } from '../verify/judge-traffic.ts'
import { chosenChecks } from '../verify/verify.ts'

/** Judges a recording while it is made, in a thread and from the file: traffic never waits for it. */
const { file } = workerData as { file: string }
const judge = createTrafficJudge(await chosenChecks({}), () => '')
const following = await follow(file)
let ended = false
parentPort?.on('message', () => {
  ended = true
})
while (!ended) {
  await following.more(judge.see)
  parentPort?.postMessage({ judged: judge.entries(), findings: judge.fold.found() })
  await new Promise((resolve) => setTimeout(resolve, 500))
}
await following.close()
process.exit()
