import { check } from '../../src/kit/index.ts'
import { recordMachine } from '../../src/models/record/machine.ts'
import { data } from './requirements.ts'

check.model(data.history, 'any-writes', {
  brokenBy: [
    'lock-ignored-on-put', 'lock-ignored-on-patch', 'lock-refused-patch-stored', 'lock-other-code', 'lock-only-older-refused', 'lock-force-update-ignored-on-patch',
    'data-put-merges', 'data-patch-resets', 'data-patch-null-ignored', 'data-put-not-stored', 'data-patch-not-stored', 'data-create-not-stored', 'data-post-overwrites',
  ],
  effects: true,
}, recordMachine)
