import type { Sample } from '../../src/cql/question.ts'
import { seedCalls } from '../../suites/data/cql/seed.ts'

const partners = ['A'.repeat(32), 'B'.repeat(32)]

/** The seeded records as a target would show them. */
export const sample: Sample = {
  rows: seedCalls.map(({ partner, technicians: _technicians, ...plain }, at) => ({
    dto: {
      ...plain,
      id: at.toString(16).toUpperCase().padStart(32, 'C'),
      externalId: `sample-${at}`,
      lastChanged: 1_700_000_000_000 + at * 7,
      ...(partner === undefined ? {} : { businessPartner: partners[partner] ?? null }),
    },
  })),
}
