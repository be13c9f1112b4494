// All figures, part by part, each in a process of its own and bounded in time: npm run bench [-- --only PART] [--long]. Needs a build.
import { fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { markdown } from './markdown.mjs'
import { isMet, say } from './support.mjs'

/** Seconds that each part may take; what takes longer is ended, and is told as not measured. */
export const parts = {
  cpu: 180,
  transport: 60,
  startup: 150,
  package: 120,
  cql: 30,
  batch: 30,
  recorder: 240,
  verify: 150,
  detection: 240,
  proof: 1500,
}
/** And all of them. */
const wholeSeconds = 2700

const self = fileURLToPath(import.meta.url)

/** The figures of a part; a message instead where there are none. */
export function measured(part, seconds, options = {}) {
  // A group of its own: what the part started ends with it.
  const child = fork(self, ['--part', part, JSON.stringify(options)], { detached: true, execArgv: [] })
  const kill = () => {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      /* All have ended. */
    }
  }
  const interrupted = () => {
    kill()
    process.exit(130)
  }
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  let late
  return new Promise((resolve) => {
    late = setTimeout(() => resolve({ failed: `it took more than ${seconds} s` }), seconds * 1000)
    child.once('message', resolve)
    child.once('exit', (code) => resolve({ failed: `it ended with ${code}` }))
    child.once('error', (error) => resolve({ failed: error.message }))
  }).finally(() => {
    clearTimeout(late)
    kill()
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
  })
}

async function main() {
  let values
  try {
    ;({ values } = parseArgs({ options: { only: { type: 'string', multiple: true }, long: { type: 'boolean' } } }))
  } catch (error) {
    console.error(`${error.message.replace(/\. .*/s, '')}: npm run bench takes --only PART and --long`)
    return 2
  }
  const unknown = values.only?.find((name) => !(name in parts))
  if (unknown !== undefined) {
    console.error(`--only ${unknown}: there is no such part; known are ${Object.keys(parts).join(', ')}`)
    return 2
  }
  const results = []
  const started = performance.now()
  for (const part of values.only ?? Object.keys(parts)) {
    const left = wholeSeconds - (performance.now() - started) / 1000
    const { figures = [], failed } =
      left < 1
        ? { failed: 'no time was left for it' }
        : await measured(part, Math.round(Math.min(parts[part], left)), values.long ? { long: true } : {})
    figures.forEach(say)
    if (failed) console.log(`${part}: no figures: ${failed}`)
    results.push({ part, figures, failed })
  }
  if (!values.only) {
    writeFileSync(new URL('figures.md', import.meta.url), markdown(results))
    console.log('written: bench/figures.md')
  }
  const all = results.flatMap(({ figures }) => figures)
  console.log(`${all.filter((figure) => !isMet(figure)).length} aims not met`)
  return results.some(({ failed }) => failed) ? 1 : 0
}

if (process.argv[1] === self) {
  if (process.argv[2] === '--part') {
    const [, , , part, options] = process.argv
    const { figures } = await import(/* @vite-ignore */ new URL(`${part}.mjs`, import.meta.url).href)
    process.send({ figures: await figures(JSON.parse(options)) })
  } else process.exit(await main())
}
