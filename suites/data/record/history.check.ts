import { check } from '../../../src/kit/index.ts'
import { recordMachine } from '../model/machine.ts'
import { remarksOfNone } from '../without-remarks.ts'
import { data } from './requirements.ts'

// It finds most faults of records; the ones named here are found by ten walks with any seed.
check.model(
  data.history,
  'any-writes',
  {
    brokenBy: [
      'lock-other-code',
      'lock-only-older-refused',
      'lock-refused-patch-stored',
      'data-patch-not-stored',
      'data-create-not-stored',
      'data-post-overwrites',
    ],
    effects: true,
    runs: 10,
  },
  recordMachine(remarksOfNone),
)
