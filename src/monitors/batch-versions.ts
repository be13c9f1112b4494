import { callersFields, type KnownRecord } from './memory.ts'
import type { MakeMonitor } from './monitor.ts'
import type { Sighting } from './sighting.ts'
import type { RecordWrite } from './write.ts'

/** Records that one transaction wrote carry the same lastChanged (A-BAT-16). A write of what was there already may be none, and leave the old one. */
export const batchVersions: MakeMonitor = () => {
  let current: { readonly sentAt: number; readonly exchange: string; readonly lastChanged: number } | undefined
  return {
    name: 'batch-versions',
    side: 'server',
    statements: ['A-BAT-16'],
    see({ observed, sightings, write, written, out }) {
      const { batch, moment } = observed
      const [answered] = sightings
      if (
        !batch?.transactional ||
        batch.kept !== 'yes' ||
        batch.superseded ||
        write?.outcome !== 'done' ||
        sightings.length !== 1 ||
        answered?.lastChanged === undefined ||
        !doesWrite(write, answered, written)
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

/** It created a record that was not known, or the answer shows what it sent where another value was seen before. */
function doesWrite(write: RecordWrite, answered: Sighting, written: KnownRecord | undefined): boolean {
  if (write.kind === 'create') return written === undefined
  const before = written?.versions.at(-1)
  return (
    before !== undefined &&
    before.settled &&
    !before.mixed &&
    callersFields.some(
      (name) =>
        name in write.sent &&
        name in before.fields &&
        before.fields[name] !== write.sent[name] &&
        answered.fields[name] === write.sent[name],
    )
  )
}
