import { requirements } from '../../src/kit/index.ts'

/** The Bulk API. */
export const bulk = requirements('bulk', {
  form: {
    level: 'unshown',
    needs: ['bulk', 'writes', 'service-call'],
    says: 'Recorded: whether records can be patched, replaced and deleted in bulk, and how such calls are answered.',
    sources: ['A-BLK-01'],
  },
})
