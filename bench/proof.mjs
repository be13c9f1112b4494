import { spawnSync } from 'node:child_process'
import { bin } from './served.mjs'

/** How long a whole proof takes: every check on the platform, on each of its faults, on each variant. */
export function figures({ selection = [] } = {}) {
  const proof = spawnSync(process.execPath, [bin, 'prove', '--fresh', ...selection], { encoding: 'utf8' })
  const [, trials, requests, seconds] = /(\d+) trials, (\d+) requests, ([\d.]+) s/.exec(proof.stdout) ?? []
  if (seconds === undefined) throw new Error(`prove ended with ${proof.status ?? proof.signal}: ${proof.stderr}`)
  return [
    { what: 'a whole proof', value: Number(seconds), unit: 's', most: 120 },
    { what: 'its trials', value: Number(trials) },
    { what: 'its requests', value: Number(requests) },
  ]
}
