import type { Fault } from '../deviation.ts'
import { serviceFault, shows, takes } from './service-fault.ts'
import { inMaterials, type Edit } from './tree-edits.ts'

const asOnePiece: Edit = (material) => (material['serialNumber'] ? { ...material, quantity: 1 } : material)

/** Breaches of trees, as a server in Perl had them, and their neighbours. */
export const perlSecondTreesFaults: readonly Fault[] = [
  serviceFault(
    'serial-number-means-one-piece',
    ['B-SVC-14', 'B-SVC-31'],
    'Of a reserved material with a serial number one piece is kept, however many were sent.',
    takes(inMaterials(asOnePiece)),
  ),
  serviceFault(
    'activity-read-with-one-piece-of-a-serial-number',
    ['B-SVC-14', 'B-SVC-31'],
    'An activity that is read by itself shows one piece of a reserved material with a serial number.',
    shows(inMaterials(asOnePiece), ['service-activity']),
  ),
]
