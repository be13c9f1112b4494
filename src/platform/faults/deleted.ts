import type { Fault } from '../deviation.ts'
import { askedOf, passing, withQuery } from './passing.ts'

const dayMs = 86_400_000

/** A listing begins a day ago at the earliest, whatever it is asked for. */
const forgetting = (id: string, says: string, isMeant: (dtos: string | null) => boolean): Fault =>
  passing(id, ['A-DEL-01'], says, (request, go, { house }) => {
    const { by, query } = askedOf(request)
    const from = Number(query.get('from') ?? Number.NaN)
    const kept = house.clock.now() - dayMs
    return go(
      by === 'deleted' && from < kept && isMeant(query.get('dtos'))
        ? withQuery(request, { from: String(kept) })
        : request,
    )
  })

/** Faults of A-DEL. */
export const deletedFaults: readonly Fault[] = [
  forgetting(
    'deletions-forgotten-after-a-day',
    'Deletions of more than a day ago are not listed any more.',
    () => true,
  ),
  forgetting(
    'deleted-first-version-of-a-day',
    'DeletedObjects.1 holds no deletion of more than a day ago.',
    (dtos) => dtos === 'DeletedObjects.1',
  ),
  {
    id: 'deleted-from-exclusive',
    breaks: ['A-DEL-01'],
    says: 'A deletion exactly at the time of from is not listed.',
    rule: { deleted: { includes: (at, from, to) => at > from && at < to } },
  },
  {
    id: 'deleted-to-inclusive',
    breaks: ['A-DEL-01'],
    says: 'A deletion exactly at the time of to is listed.',
    rule: { deleted: { includes: (at, from, to) => at >= from && at <= to } },
  },
  {
    id: 'deleted-from-ignored',
    breaks: ['A-DEL-01'],
    says: 'The parameter from is ignored.',
    rule: { deleted: { includes: (at, _from, to) => at < to } },
  },
  {
    id: 'deleted-to-ignored',
    breaks: ['A-DEL-01'],
    says: 'The parameter to is ignored.',
    rule: { deleted: { includes: (at, from) => at >= from } },
  },
  {
    id: 'deleted-empty',
    breaks: ['A-DEL-01'],
    says: 'The listing is always empty.',
    rule: { deleted: { includes: () => false } },
  },
  {
    id: 'deleted-forced-missing',
    breaks: ['A-DEL-01'],
    says: 'Forced deletions are not listed.',
    rule: { deleted: { lists: ({ forced }) => !forced } },
  },
  {
    id: 'deleted-by-external-id-missing',
    breaks: ['A-DEL-01'],
    says: 'Deletions by external id are not listed.',
    rule: { deleted: { lists: ({ route }) => route !== 'externalId' } },
  },
  {
    id: 'deleted-live-listed',
    breaks: ['A-DEL-01'],
    says: 'Records that still exist are listed too.',
    rule: { deleted: { liveToo: () => true } },
  },
  {
    id: 'deleted-refused-listed',
    breaks: ['A-DEL-01'],
    says: 'Records whose deletion the lock refused are listed.',
    rule: { deleted: { notesRefused: () => true } },
  },
  {
    id: 'deleted-times-in-seconds',
    breaks: ['A-DEL-01'],
    says: 'The time of a deletion is stored in whole seconds.',
    rule: { deleted: { time: (at) => Math.floor(at / 1000) * 1000 } },
  },
  {
    id: 'deleted-key-other',
    breaks: ['A-DEL-02'],
    says: 'The entries are in the field deletedObjects.',
    rule: { deleted: { second: (entries) => ({ deletedObjects: entries }) } },
  },
  {
    id: 'deleted-bare-ids',
    breaks: ['A-DEL-02'],
    says: 'Entries are bare ids.',
    rule: { deleted: { entry: ({ id }) => id } },
  },
  {
    id: 'deleted-external-id-null',
    breaks: ['A-DEL-02'],
    says: 'An entry without an external id holds null.',
    rule: { deleted: { entry: ({ id, externalId }) => ({ id, externalId }) } },
  },
  {
    id: 'deleted-external-id-missing',
    breaks: ['A-DEL-02', 'A-DEL-07'],
    says: 'Entries have no external ids.',
    rule: { deleted: { entry: ({ id }) => ({ id }) } },
  },
  {
    id: 'deleted-external-id-invented',
    breaks: ['A-DEL-07'],
    says: 'An entry without an external id holds its id instead.',
    rule: { deleted: { entry: ({ id, externalId }) => ({ id, externalId: externalId ?? id }) } },
  },
  {
    id: 'deleted-first-version-empty',
    breaks: ['A-DEL-03'],
    says: 'DeletedObjects.1 lists nothing.',
    rule: { deleted: { first: () => ({ deletedIds: [] }) } },
  },
  {
    id: 'deleted-first-version-external-ids',
    breaks: ['A-DEL-03'],
    says: 'DeletedObjects.1 lists external ids instead of ids.',
    rule: { deleted: { first: (entries) => ({ deletedIds: entries.map(({ externalId }) => externalId) }) } },
  },
  {
    id: 'deleted-first-version-refused',
    breaks: ['A-DEL-04'],
    says: 'DeletedObjects.1 is refused.',
    rule: { deleted: { accepts: (dtos): dtos is 'DeletedObjects.2' => dtos === 'DeletedObjects.2' } },
  },
  {
    id: 'deleted-second-version-refused',
    breaks: ['A-DEL-04'],
    says: 'DeletedObjects.2 is refused.',
    rule: { deleted: { accepts: (dtos): dtos is 'DeletedObjects.1' => dtos === 'DeletedObjects.1' } },
  },
  {
    id: 'deleted-own-left-out',
    breaks: ['A-DEL-05'],
    says: "The caller's own deletions are not listed.",
    rule: { deleted: { lists: ({ by }, asker) => by !== asker } },
  },
  {
    id: 'deleted-from-optional',
    breaks: ['A-DEL-06'],
    says: 'Without from, the listing starts at the first deletion.',
    rule: { deleted: { bound: (name) => (name === 'from' ? { time: 0 } : { status: 400 }) } },
  },
  {
    id: 'deleted-to-optional',
    breaks: ['A-DEL-06'],
    says: 'Without to, the listing runs to the last deletion.',
    rule: { deleted: { bound: (name) => (name === 'to' ? { time: Number.POSITIVE_INFINITY } : { status: 400 }) } },
  },
  {
    id: 'deleted-interval-missing-crashes',
    breaks: ['A-DEL-06'],
    says: 'A listing without from or to is answered with 500.',
    rule: { deleted: { bound: () => ({ status: 500 }) } },
  },
  {
    id: 'deleted-other-resources',
    breaks: ['A-DEL-09'],
    says: 'Deletions of every resource are listed.',
    rule: { deleted: { everyResource: () => true } },
  },
]
