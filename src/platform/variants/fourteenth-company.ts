import type { Variant } from '../deviation.ts'
import { perHouse, type House } from '../house.ts'
import type { Store } from '../store/store.ts'
import type { Company } from '../world/types.ts'
import { alone } from './lawful.ts'
import { beside } from './others-at-work.ts'

const once = (does: (store: Store, house: House) => void): Variant['seam'] => {
  const done = perHouse(() => new Set<string>())
  return beside((store, house, company) => {
    if (done(house).has(company)) return
    done(house).add(company)
    does(store, house)
  })
}

const idAt = (kind: string, at: number): string =>
  `01D00000000040008${kind}${at.toString(16).toUpperCase().padStart(14, '0')}`
/** Users who left. */
const gone = '01D000000000400080000000000000FF'
const odd = ['  ', 'a/b', '100%', 'O\u2019Brien "&" Söhne', 'x;y,z', '#1']
const many = 300

/** What a migration left: odd names, nulls, references to nothing, times from 1970 on. */
function migrate(store: Store, house: House): void {
  const now = house.clock.now()
  store.transaction(({ put }) => {
    for (let at = 0; at < many; at += 1) {
      const written = {
        externalId: at % 3 === 0 ? null : `OLD ${odd[at % odd.length]} ${at}`,
        lastChanged: at === 0 ? 0 : Math.round((now - 40_000_000_000) * (at / many)),
        lastChangedBy: at % 2 === 0 ? gone : null,
      }
      const name = at % 3 === 0 ? 'Migrated' : `${odd[at % odd.length]}${at}`
      put('BusinessPartner', {
        id: idAt('A', at),
        ...written,
        fields: { name, code: at % 5 === 0 ? null : `OLD-${at}`, inactive: at % 7 === 0 ? null : false },
      })
      put('ServiceCall', {
        id: idAt('B', at),
        ...written,
        fields: {
          subject: name,
          businessPartner: at % 4 === 0 ? idAt('E', at) : idAt('A', at),
          technicians: at % 5 === 0 ? null : [],
          chargeableEfforts: at % 3 === 0 ? null : true,
          startDateTime: at % 2 === 0 ? null : '2009-02-28T23:59:59Z',
        },
      })
    }
  })
}

/** Deletions of former years, many at one time. */
function forget(store: Store, house: House): void {
  const now = house.clock.now()
  for (const resource of ['ServiceCall', 'BusinessPartner', 'Activity', 'Equipment'])
    for (let at = 0; at < many; at += 1) {
      const externalId = at % 2 === 0 ? null : `FORMER-${at % 40}`
      const record = { id: idAt('D', at), externalId, lastChanged: 0, lastChangedBy: gone, fields: {} }
      const start = now - 60_000 - (at < 50 ? 0 : at * 80_000_000)
      store.transaction(
        ({ put, remove }) => {
          put(resource, record)
          remove(resource, record, { by: gone, forced: true, route: 'id', inBatch: false })
        },
        { start, add: () => undefined },
      )
    }
}

const moreCompanies: readonly Company[] = (
  ['R&D + Söhne / 50% #1', 'a=b;c?', ' Blank', '4711', 'MAIN', 'Main'] as const
).map((name, at) => ({
  id: 990_001 + at,
  permissionGroupId: 1,
  name,
  description: at % 2 === 0 ? '' : 'first line\nsecond\t"line"',
}))

const afterMs = 800

/** Another connector gives each record without an external id one. */
const numbering = (): Variant['seam'] => {
  const due = perHouse(() => new Map<string, number>())
  const numbers = perHouse(() => ({ last: 0 }))
  return beside((store, house, company) => {
    const now = house.clock.now()
    for (const resource of ['BusinessPartner', 'ServiceCall'])
      for (const record of store.table(resource).all()) {
        const key = `${company} ${resource} ${record.id}`
        const at = due(house).get(key)
        if (record.createdBy === undefined || at === Infinity) continue
        if (at === undefined) due(house).set(key, now + afterMs)
        if (at === undefined || at > now) continue
        due(house).set(key, Infinity)
        if (record.externalId !== null) continue
        store.transaction((transaction) =>
          transaction.put(resource, {
            ...record,
            externalId: `ERP-${(numbers(house).last += 1)}`,
            lastChanged: transaction.start,
            lastChangedBy: gone,
            former: record,
          }),
        )
      }
  })
}

/** Lawful companies that are not empty, nor the caller's alone, as a fourteenth reader of the document thought them up (suites/two-readings). */
export const fourteenthCompanyVariants: readonly Variant[] = [
  alone({
    id: 'hundreds-of-migrated-records',
    leaves: ['A-DAT-02'],
    says: 'Each company starts with 300 partners and 300 service calls of a migration: odd names, nulls, references to nothing.',
    seam: once(migrate),
  }),
  alone({
    id: 'hundreds-of-former-deletions',
    leaves: ['A-DEL-01'],
    says: 'The deleted listing of each company starts with 300 deletions of former years for a resource, fifty of them at one time.',
    seam: once(forget),
  }),
  alone({
    id: 'company-names-with-every-sign',
    leaves: ['A-COM-01'],
    says: 'Account and client logins see companies with signs of every kind in their names, one of which is digits.',
    rule: {
      token: {
        companies: (all, assigned, login) =>
          login === 'user' ? all.filter(({ name }) => assigned.includes(name)) : [...all, ...moreCompanies],
      },
    },
  }),
  alone({
    id: 'another-connector-numbers-records',
    leaves: ['A-CON-05'],
    says: '800 ms after a partner or service call was created without an external id another connector gives it one.',
    seam: numbering(),
  }),
]
