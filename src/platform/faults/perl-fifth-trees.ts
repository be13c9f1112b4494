import type { Fault } from '../deviation.ts'
import { serviceFault, takes } from './service-fault.ts'
import { inEach, inMaterials, type Edit } from './tree-edits.ts'

const figures = ['quantity', 'moved', 'used', 'shipped']

const atMost =
  (most: number, names: readonly string[]): Edit =>
  (part) =>
    Object.fromEntries(
      Object.entries(part).map(([name, value]) => [
        name,
        names.includes(name) && typeof value === 'number' ? Math.min(value, most) : value,
      ]),
    )

/** Integers that are cut, as a server in Perl had them, and their neighbours. */
export const perlFifthTreesFaults: readonly Fault[] = [
  serviceFault(
    'figures-within-sixteen-bits',
    ['B-SVC-14', 'B-SVC-31'],
    'A figure of a reserved material above 32767 is stored as 32767.',
    takes(inMaterials(atMost(32_767, figures))),
  ),
  serviceFault(
    'figures-within-six-digits',
    ['B-SVC-14', 'B-SVC-31'],
    'A figure of a reserved material above 999999 is stored as that.',
    takes(inMaterials(atMost(999_999, figures))),
  ),
  serviceFault(
    'durations-within-sixteen-bits',
    ['B-SVC-16', 'B-SVC-31'],
    'A duration above 32767 minutes is stored as 32767.',
    takes(inEach(atMost(32_767, ['durationInMinutes']))),
  ),
]
