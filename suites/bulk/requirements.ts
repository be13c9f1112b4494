import { requirements } from '../../src/kit/index.ts'

/** The Bulk API. */
export const bulk = requirements('bulk', {
  form: {
    level: 'unshown',
    needs: ['bulk', 'writes', 'service-call'],
    says: 'Whether records are patched, replaced and deleted in bulk, and how that is answered, is recorded.',
    sources: ['A-BLK-01'],
  },
})
