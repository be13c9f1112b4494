import { expect, test } from 'vitest'
import { run, startPlatform, startRecorder, verify } from '../../src/api/index.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import { scratch } from '../support/folder.ts'

const folder = scratch()
/** As from JavaScript, which no compiler warns. */
const loose = (options: object) => options as never

test.each([
  [() => run(loose({ interface: ['data'] })), 'run: there is no option interface; did you mean interfaces?'],
  [() => verify('a.har', loose({ sides: 'client' })), 'verify: there is no option sides; did you mean side?'],
  [() => startPlatform(loose({ fault: 'x' })), 'startPlatform: there is no option fault; did you mean faults?'],
  [() => startRecorder(loose({ to: 'http://127.0.0.1:1' })), 'startRecorder needs to, the address'],
])('a word that is no option, or one that is missing, is told: %#', async (call, said) => {
  await expect(call()).rejects.toThrow(said)
})

test('a list of one may be written without brackets', async () => {
  const server = await createPlatform().listen({ port: 0 })
  const recorder = await startRecorder({ to: server.origin, out: `${folder}/one.har` })
  await (await fetch(`${recorder.addresses[0]}/nowhere`)).text()
  expect(await recorder.close()).toEqual({ requests: 1 })
  await server.close()
})

test('a second run into the same folder tells its own plan and verdicts, and nothing of the one before', async () => {
  const told = async () => {
    const plans: number[] = []
    const verdicts: string[] = []
    const report = await run({
      only: ['data/create/read-by-id'],
      out: `${folder}/again`,
      onPlan: (checks) => plans.push(checks.length),
      onVerdict: ({ check, is }) => verdicts.push(`${check} ${is}`),
    })
    return { plans, verdicts, exitCode: report.exitCode }
  }
  const first = await told()
  expect(first).toEqual({ plans: [1], verdicts: ['data/create/read-by-id pass'], exitCode: 0 })
  expect(await told()).toEqual(first)
})

test('what a listener throws rejects the call', async () => {
  const onPlan = () => {
    throw new Error('not this one')
  }
  await expect(run({ only: ['data/create/read-by-id'], out: `${folder}/thrown`, onPlan })).rejects.toThrow(
    'not this one',
  )
})
