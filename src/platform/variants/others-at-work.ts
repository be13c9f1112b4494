import { storeAt } from '../data/stores.ts'
import type { Variant } from '../deviation.ts'
import { perHouse, type House } from '../house.ts'
import type { Store } from '../store/store.ts'

type Works = (store: Store, house: House, company: string) => void

/** Somebody works in each company beside the callers: what is due by now is done before the next request is served. */
export const beside = (works: Works): Variant['seam'] => ({
  passage: {
    through: async (request, go, { house }) => {
      for (const account of house.world.accounts)
        for (const company of account.companies)
          works(storeAt({ account, company }, house), house, `${account.name}/${company.name}`)
      return go(request)
    },
  },
})

/** A user of the service, whom no list of users shows. */
const technicalUser = 'C0DE0000000040008000000000000001'
const turnMs = 2000
const kept = 5

/** Makes a service call each turn, changes his oldest and deletes what is older than so many. */
function colleague(): Works {
  const turns = perHouse(() => new Map<string, number>())
  return (store, house, company) => {
    const now = house.clock.now()
    const begun = turns(house).get(company) ?? now - turnMs
    const due = Math.min(kept, Math.floor((now - begun) / turnMs))
    if (due <= 0) return
    turns(house).set(company, begun + Math.floor((now - begun) / turnMs) * turnMs)
    for (let at = 0; at < due; at += 1)
      store.transaction((transaction) => {
        const turn = Math.floor(begun / turnMs) + at
        transaction.put('ServiceCall', {
          // In the form of RFC 4122, as some servers want every id.
          id: `C0DE00000000400080${turn.toString(16).toUpperCase().padStart(14, '0')}`,
          externalId: turn % 2 === 0 ? `BG-${turn}` : null,
          lastChanged: transaction.start,
          lastChangedBy: technicalUser,
          createdBy: technicalUser,
          fields: { subject: 'route', code: `BG-${turn}`, inactive: false, syncStatus: 'IN_CLOUD' },
        })
        const [oldest, ...newer] = store
          .table('ServiceCall')
          .all()
          .filter(({ fields }) => String(fields['code']).startsWith('BG-'))
        if (oldest && newer.length >= kept)
          transaction.remove('ServiceCall', oldest, { by: technicalUser, forced: true, route: 'id', inBatch: false })
        const [next] = newer
        if (next) transaction.put('ServiceCall', { ...next, lastChanged: transaction.start, former: next })
      })
  }
}

interface Workflow {
  /** Which records it writes; default: all. */
  readonly resource?: string
  /** How long after the creation, in milliseconds. */
  readonly afterMs: number
  /** Under whose name; default: that of whoever wrote the record. */
  readonly by?: string
}

/** Writes each record that a caller created once more, in a transaction of its own, some time after the creation. */
function workflow({ resource, afterMs, by }: Workflow): Works {
  const due = perHouse(() => new Map<string, number>())
  return (store, house, company) => {
    const now = house.clock.now()
    for (const name of resource === undefined ? store.resources() : [resource])
      for (const record of store.table(name).all()) {
        const key = `${company} ${name} ${record.id}`
        const at = due(house).get(key)
        if (record.createdBy === undefined || at === Infinity) continue
        // The clock that records are stamped by may be another one.
        if (at === undefined) due(house).set(key, now + afterMs)
        if (at === undefined || at > now) continue
        due(house).set(key, Infinity)
        store.transaction((transaction) =>
          transaction.put(name, {
            ...record,
            fields: { ...record.fields, syncStatus: 'CHECKED' },
            lastChanged: transaction.start,
            ...(by === undefined ? {} : { lastChangedBy: by }),
            former: record,
          }),
        )
      }
  }
}

/** Lawful servers on which somebody beside the callers writes, as a tenth reader of the document thought them up (suites/two-readings). */
export const othersAtWorkVariants: readonly Variant[] = [
  {
    id: 'colleague-writes-every-two-seconds',
    leaves: ['A-PAR-07'],
    says: 'In each company another user makes a service call every two seconds, changes his oldest and deletes what is ten seconds old.',
    seam: beside(colleague()),
  },
  {
    id: 'workflow-touches-new-service-calls',
    alone: true,
    leaves: ['A-REC-04'],
    says: '700 ms after a service call was created a workflow of the service writes it in a transaction of its own: syncStatus, lastChanged and lastChangedBy are others then.',
    seam: beside(workflow({ resource: 'ServiceCall', afterMs: 700, by: technicalUser })),
  },
  {
    id: 'workflow-writes-on-for-the-caller',
    alone: true,
    leaves: ['A-REC-04'],
    says: '300 ms after a record was created a workflow of the service writes it in a transaction of its own, in the name of who wrote it: syncStatus and lastChanged are others then.',
    seam: beside(workflow({ afterMs: 300 })),
  },
]
