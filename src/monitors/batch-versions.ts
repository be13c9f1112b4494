import type { MakeMonitor } from './monitor.ts'

/** All records written by one transaction have the same lastChanged (A-BAT-16). */
export const batchVersions: MakeMonitor = () => {
  let current: { readonly sentAt: number; readonly exchange: string; readonly lastChanged: number } | undefined
  return {
    name: 'batch-versions',
    side: 'server',
    statements: ['A-BAT-16'],
    see({ observed, sightings, write, out }) {
      const { batch, moment } = observed
      const [answered] = sightings
      if (
        !batch?.transactional ||
        batch.kept !== 'yes' ||
        batch.superseded ||
        write?.outcome !== 'done' ||
        sightings.length !== 1 ||
        answered?.lastChanged === undefined
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
