import { nearestOf } from '../errors/nearest.ts'

/** Globs that would match something, near to one that matches no check: as many steps of an id as it names, and a star. */
export function nearestGlobs(glob: string, ids: readonly string[]): string[] {
  const steps = glob.split('/').filter((step) => !/^\**$/.test(step))
  const typed = steps.join('/').replaceAll('*', '')
  const starts = ids.map((id) => {
    const all = id.split('/')
    return all.length > steps.length ? `${all.slice(0, steps.length).join('/')}/*` : id
  })
  // The last step is short beside a whole id: it is compared among those that begin alike, too.
  return nearestOf(
    typed,
    starts.map((start) => start.replace(/\/\*$/, '')),
  ).map((near) => (ids.includes(near) ? near : `${near}/*`))
}
