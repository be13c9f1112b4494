import { beforeAll, expect, test } from 'vitest'
import { linesOf } from '../../../src/traffic/replay/lines.ts'
import { replay, type Replayed } from '../../../src/traffic/replay/replay.ts'
import { scratch } from '../../support/folder.ts'
import { platformWith, recordingOf } from './recording.ts'
import { script } from './script.ts'

const folder = scratch()
let file: string
let steps: Readonly<Record<string, number>>
beforeAll(async () => { ({ file, told: steps } = await recordingOf(script, folder)) })

const lines = ({ outcomes, redactor }: Replayed): string => outcomes.map((outcome) => linesOf(outcome, redactor.text)).join('')

test('at another platform everything is the same, and nothing is left behind', async () => {
  const { target, close } = await platformWith()
  try {
    const result = await replay({ file, target, secrets: [] })
    console.log(lines(result), result.told, result.left)
    expect(lines(result)).not.toMatch(/different/)
  } finally { await close() }
})
