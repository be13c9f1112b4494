import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const [everyBytes, fromRss] = [32 * 1024 * 1024, 215 * 1024 * 1024]

/** Told how far a large file is read, it has garbage collected before the process grows: V8 would rather take more memory than time. */
export function lean(): (bytes: number) => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let last = 0
  return (bytes) => {
    if (bytes - last < everyBytes) return
    last = bytes
    if (process.memoryUsage.rss() > fromRss) collect()
  }
}
