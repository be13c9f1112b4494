import type { Interface } from '../interface.ts'

export const dataInterface: Interface = { name: 'data', at: 'cluster', routes: [] }
