/** How long after a write it shows elsewhere than in a read by id or external id, in milliseconds: no sentence says so. */
const visibility = {
  lagMs: (_in: 'list' | 'deleted' | 'query' | 'expansion' | 'technicians'): number => 0,
}

export const visibilityRules = { visibility }
