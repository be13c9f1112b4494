import { groups, members, meta, operation, patch, put, two } from './people-lists.ts'
import type { Case } from './traffic.ts'

/** Members of groups that are put and patched, and what lists show of them. */
export const peopleMembers: readonly Case[] = [
  [
    'a PUT of a group that keeps members',
    ['B-SCM-18'],
    [...two, put(members('7'), meta(2)), groups({ ...meta(2), ...members('7', '8') })],
  ],
  ['... in a list that lags', [], [...two, put(members('7'), meta(2)), groups({ ...meta(0), ...members('7', '8') })]],
  [
    '... that was answered with what was before',
    [],
    [...two, put(members('7'), { ...meta(0), ...members('7', '8') }), groups({ ...meta(0), ...members('7', '8') })],
  ],
  [
    '... twice so',
    [],
    [...two, put(members('7'), meta(0)), put(members('8'), meta(2)), groups({ ...meta(2), ...members('7') })],
  ],
  ['... without members', [], [...two, put({}, meta(2)), groups({ ...meta(2), ...members('7', '8') })]],
  [
    'a PUT of a group that was there before',
    ['B-SCM-18'],
    [
      put(members('7'), meta(2), { answerHeaders: [['Date', 'Sun, 01 Mar 2026 10:00:02 GMT']] }),
      groups({ ...meta(2), ...members('5') }),
    ],
  ],
  [
    '... whose answer tells an older time',
    [],
    [
      put(members('7'), meta(2), { answerHeaders: [['Date', 'Sun, 01 Mar 2026 10:09:02 GMT']] }),
      groups({ ...meta(2), ...members('5') }),
    ],
  ],

  [
    'an add that drops the others',
    ['B-SCM-19'],
    [...two, patch(meta(2), [operation('add', '9')]), groups({ ...meta(2), ...members('9') })],
  ],
  [
    '... that does nothing',
    ['B-SCM-19'],
    [...two, patch(meta(2), [operation('Add', '9')]), groups({ ...meta(2), ...members('7', '8') })],
  ],
  [
    '... that is done',
    [],
    [...two, patch(meta(2), [operation('add', '9')]), groups({ ...meta(2), ...members('9', '8', '7') })],
  ],
  [
    '... that is refused',
    [],
    [...two, patch(meta(2), [operation('add', '9')], { status: 400 }), groups({ ...meta(0), ...members('7', '8') })],
  ],
  [
    '... that is told by a status',
    [],
    [...two, patch(undefined, [operation('add', '9')]), groups({ ...meta(2), ...members('7') })],
  ],
  [
    '... long after the members were sent',
    [],
    [...two, patch(meta(2), [operation('add', '9')], { after: 60 }), groups({ ...meta(2), ...members('9') })],
  ],
  [
    '... without a path',
    [],
    [...two, patch(meta(2), [{ op: 'add', value: members('9') }]), groups({ ...meta(2), ...members('7') })],
  ],
  [
    'a remove that takes another',
    ['B-SCM-19'],
    [...two, patch(meta(2), [operation('remove', '7')]), groups({ ...meta(2), ...members() })],
  ],
  [
    '... that takes none',
    ['B-SCM-19'],
    [...two, patch(meta(2), [operation('remove', '7')]), groups({ ...meta(2), ...members('7', '8') })],
  ],
  [
    '... that is done',
    [],
    [...two, patch(meta(2), [operation('remove', '7')]), groups({ ...meta(2), ...members('8') })],
  ],
  [
    '... by a filter',
    [],
    [...two, patch(meta(2), [{ op: 'remove', path: 'members[value eq "7"]' }]), groups({ ...meta(2), ...members() })],
  ],
  [
    'a replace that keeps one',
    ['B-SCM-19'],
    [...two, patch(meta(2), [operation('replace', '9')]), groups({ ...meta(2), ...members('9', '8') })],
  ],
  [
    '... by none',
    ['B-SCM-19'],
    [...two, patch(meta(2), [operation('replace')]), groups({ ...meta(2), ...members('8') })],
  ],
  [
    '... that is done',
    [],
    [...two, patch(meta(2), [operation('replace', '9')]), groups({ ...meta(2), ...members('9') })],
  ],
  [
    '... and one added and taken away again',
    [],
    [
      ...two,
      patch(meta(2), [operation('replace', '9'), operation('add', '7'), operation('remove', '7')]),
      groups({ ...meta(2), ...members('9') }),
    ],
  ],
]
