import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A folder that goes with the test file. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fieldproof-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
