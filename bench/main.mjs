// All figures in one run, as ratios where a machine would colour them. Needs a build.
import { spawnSync } from 'node:child_process'
import { bin, served } from './served.mjs'
import { codecRates } from './batch.mjs'
import { cpuRatio } from './cpu.mjs'
import { verdictRate } from './cql.mjs'
import { detection } from './detection.mjs'
import { recorderFigures } from './recorder.mjs'
import { runFigures } from './startup.mjs'
import { transportRatios } from './transport.mjs'
import { sayVerify } from './verify.mjs'

const say = (what, figure, aim) => console.log(`${what.padEnd(58)} ${figure.padEnd(34)} aim ${aim}`)

const platform = await served()
const { ratio, lowest, highest, requests, waited } = await cpuRatio(platform)
say(
  'CPU per request, kit : undici replay of the same requests',
  `${ratio.toFixed(2)} (${lowest.toFixed(2)}..${highest.toFixed(2)}, ${requests} requests)`,
  'at most 2.5',
)
say('deliberate waits in that run', `${Math.round(waited)} ms`, 'reported apart')
const alone = await transportRatios()
say('CPU of the transport alone : undici.request, by supertest', alone.bySupertest.toFixed(2), 'at most 1.7')
say('the same for calls sent by undici', alone.byUndici.toFixed(2), 'at most 1.7')
const start = await runFigures(platform, { args: ['--interface', 'directory'], rounds: 5 })
say('command to first verdict', `${Math.round(start.firstMs)} ms`, 'at most 2000 ms')
const whole = await runFigures(platform, { args: [], rounds: 3 })
say('peak memory of a whole run, platform in another process', `${Math.round(whole.peakMb)} MB`, 'at most 300 MB')
await platform.close()
say(
  'row verdicts of the query language a second',
  `${Math.round(verdictRate() / 1000)} thousand`,
  'at least 200 thousand',
)
const codec = codecRates()
say(
  'batch codec, 1,000 parts of 2 KB',
  `writes ${Math.round(codec.writes)}, reads ${Math.round(codec.reads)} MB/s`,
  'at least 100 MB/s each way',
)
const { faults, within } = await detection()
say(
  `faults of the reading side (${faults}) told within requests`,
  Object.entries(within)
    .map(([limit, share]) => `${limit}: ${Math.round(share * 100)} %`)
    .join(', '),
  '60: 70 %, 400: 100 %',
)
const proof = spawnSync(process.execPath, [bin, 'prove'], { encoding: 'utf8' })
say(
  'whole proof',
  /\d+ trials, \d+ requests, [\d.]+ s/.exec(proof.stdout)?.[0] ?? `failed with ${proof.status}`,
  'at most 30 s',
)
await recorderFigures({ quick: process.argv.includes('--quick'), long: process.argv.includes('--long') })
await sayVerify()
