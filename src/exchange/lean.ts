import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const everyBytes = 12 * 1024 * 1024

// A context costs more than many exchanges: there is one, and none where nothing grows.
let collect: (() => void) | undefined
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}

/**
 * Called with the bytes read so far, forces garbage collection before the process grows beyond so many bytes: V8 by itself prefers more
 * memory.
 */
export function lean(fromRss: number): (bytes: number) => void {
  let last = 0
  return (bytes) => {
    if (bytes - last < everyBytes) return
    last = bytes
    if (process.memoryUsage.rss() > fromRss) (collect ??= collector())()
  }
}
