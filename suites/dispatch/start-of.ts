/** The state from which an action has its effect. */
export const startOf = {
  confirm: 'planned',
  notify: 'confirmed',
  reject: 'notified',
  accept: 'notified',
  release: 'accepted',
  update: 'accepted',
  'batch-accept': 'notified',
} as const
