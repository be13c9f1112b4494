import { nearestOf } from '../errors/nearest.ts'

/** Globs that match something, near to one that matches no check: as many segments of an id as it has, and a star. */
export function nearestGlobs(glob: string, ids: readonly string[]): string[] {
  const steps = glob.split('/').filter((step) => !/^\**$/.test(step))
  const typed = steps.join('/').replaceAll('*', '')
  const starts = ids.map((id) => {
    const all = id.split('/')
    return all.length > steps.length ? `${all.slice(0, steps.length).join('/')}/*` : id
  })
  // The last segment is short compared with a whole id, so it is also compared with ids that begin alike.
  return nearestOf(
    typed,
    starts.map((start) => start.replace(/\/\*$/, '')),
  ).map((near) => (ids.includes(near) ? near : `${near}/*`))
}
