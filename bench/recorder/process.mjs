import { readFileSync } from 'node:fs'

const tick = 10

/** CPU of a process so far, all threads, in milliseconds: to the tick of ten. */
export function cpuMs(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tick
}

/** Resident memory of a process in megabytes, now and at most. */
export function memoryMb(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) / 1024
  return { now: of('VmRSS'), peak: of('VmHWM') }
}
