import { isPrivate } from './doubt.ts'
import { callersFields } from './memory.ts'
import type { MakeMonitor, Scene } from './monitor.ts'
import { tellsAtLeast } from './recent.ts'
import type { Sighting } from './sighting.ts'

/** Records that one transaction wrote carry the same lastChanged (A-BAT-16). A write of what was there already may be none, and leave the old one. */
export const batchVersions: MakeMonitor = () => {
  let current: { readonly sentAt: number; readonly exchange: string; readonly lastChanged: number } | undefined
  return {
    name: 'batch-versions',
    side: 'server',
    statements: ['A-BAT-16'],
    see(scene) {
      const { observed, sightings, write, out } = scene
      const { batch, moment } = observed
      const [answered] = sightings
      if (
        !batch?.transactional ||
        batch.kept !== 'yes' ||
        batch.superseded ||
        write?.outcome !== 'done' ||
        sightings.length !== 1 ||
        answered?.lastChanged === undefined ||
        !doesWrite(scene, answered)
      )
        return
      const exchange = moment.ref.split(' ', 1)[0] ?? ''
      if (current?.exchange !== exchange || current.sentAt !== moment.sentAt) {
        current = { exchange, sentAt: moment.sentAt, lastChanged: answered.lastChanged }
        return
      }
      out.assert('A-BAT-16')
      if (current.lastChanged !== answered.lastChanged)
        out.find({
          statement: 'A-BAT-16',
          side: 'server',
          expected: `all records written by one transactional batch have the same lastChanged, ${current.lastChanged}`,
          actual: `${answered.lastChanged}`,
          exchanges: [moment.ref],
        })
    },
  }
}

/** It created a record that was not known, or set a text that neither this traffic nor, for all that is known, another client had set before. */
function doesWrite({ observed, write, written, memory }: Scene, answered: Sighting): boolean {
  if (!write || write.kind === 'create') return written === undefined
  const before = written && isPrivate(written) ? written.versions.at(-1) : undefined
  return (
    before !== undefined &&
    !before.mixed &&
    callersFields.some((name) => {
      const value = write.sent[name]
      return (
        typeof value === 'string' &&
        value.length >= tellsAtLeast &&
        name in before.fields &&
        before.fields[name] !== value &&
        answered.fields[name] === value &&
        !memory.wasSent(observed.place, write.resource, name, value, observed.moment.ref)
      )
    })
  )
}
