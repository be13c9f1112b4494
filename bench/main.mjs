// All figures in one run, as ratios where a machine would colour them. Needs a build.
import { spawnSync } from 'node:child_process'
import { bin, served } from './served.mjs'
import { cpuRatio } from './cpu.mjs'
import { runFigures } from './startup.mjs'
import { transportRatios } from './transport.mjs'

const say = (what, figure, aim) => console.log(`${what.padEnd(58)} ${figure.padEnd(34)} aim ${aim}`)

const platform = await served()
const { ratio, lowest, highest, requests, waited } = await cpuRatio(platform)
say('CPU per request, kit : undici replay of the same requests', `${ratio.toFixed(2)} (${lowest.toFixed(2)}..${highest.toFixed(2)}, ${requests} requests)`, 'at most 2.5')
say('deliberate waits in that run', `${Math.round(waited)} ms`, 'reported apart')
const alone = await transportRatios()
say('CPU of the transport alone : undici.request, by supertest', alone.bySupertest.toFixed(2), 'at most 1.7')
say('the same for calls sent by undici', alone.byUndici.toFixed(2), 'at most 1.7')
const start = await runFigures(platform, { args: ['--interface', 'directory'], rounds: 5 })
say('command to first verdict', `${Math.round(start.firstMs)} ms`, 'at most 2000 ms')
const whole = await runFigures(platform, { args: [], rounds: 3 })
say('peak memory of a whole run, platform in another process', `${Math.round(whole.peakMb)} MB`, 'at most 300 MB')
await platform.close()
const proof = spawnSync(process.execPath, [bin, 'prove'], { encoding: 'utf8' })
say('whole proof', /\d+ trials, \d+ requests, [\d.]+ s/.exec(proof.stdout)?.[0] ?? `failed with ${proof.status}`, 'at most 30 s')
