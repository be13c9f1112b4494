/** What those who call partner dispatching keep: the part of its catalogue that recordings are judged by. */
export const dispatchCallers = {
  'caller-headers': {
    level: 'must',
    side: 'client',
    says: 'Every call carries token, account, client and company in its headers.',
    sources: ['B-DSP-01'],
  },
  'caller-list': {
    level: 'must',
    side: 'client',
    says: 'A list is asked for by NOTIFIED or ACCEPTED and a page of at most 1000.',
    sources: ['B-DSP-03'],
  },
  'caller-update': {
    level: 'must',
    side: 'client',
    says: 'An update is of an ACCEPTED activity and carries startDateTime, endDateTime and responsible.',
    sources: ['B-DSP-04'],
  },
  'caller-actions': {
    level: 'must',
    side: 'client',
    says: 'An action carries the fields that it requires, and starts from the state that it is for.',
    sources: ['B-DSP-06', 'B-DSP-07', 'B-DSP-08', 'B-DSP-09', 'B-DSP-11', 'B-DSP-12'],
  },
  'caller-spelling': {
    level: 'variant',
    side: 'client',
    says: 'Recorded: how a caller spells the technician.',
    sources: ['B-DSP-22'],
  },
} as const
