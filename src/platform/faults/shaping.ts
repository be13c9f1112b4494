import type { Fault } from '../deviation.ts'

/** Faults of A-PAR: the query parameters that shape an answer. */
export const shapingFaults: readonly Fault[] = [
  {
    id: 'dtos-missing-accepted',
    breaks: ['A-PAR-02'],
    says: 'A request without dtos is answered with the newest version.',
    rule: { dtos: { required: () => false } },
  },
  {
    id: 'dtos-missing-accepted-on-reads',
    breaks: ['A-PAR-02'],
    says: 'Reads without dtos are answered with the newest version.',
    rule: { dtos: { required: (isRead) => !isRead } },
  },
  {
    id: 'dtos-missing-accepted-on-writes',
    breaks: ['A-PAR-02'],
    says: 'Writes without dtos are answered with the newest version.',
    rule: { dtos: { required: (isRead) => isRead } },
  },
  {
    id: 'dtos-missing-crashes',
    breaks: ['A-PAR-02'],
    says: 'A request without dtos is answered with 500.',
    rule: { dtos: { missingStatus: () => 500 } },
  },
  {
    id: 'dtos-version-ignored',
    breaks: ['A-PAR-03'],
    says: 'Records are shown in the newest version, whatever dtos says.',
    rule: { dtos: { version: (_requested, newest) => newest } },
  },
  {
    id: 'dtos-version-oldest',
    breaks: ['A-PAR-03', 'A-REC-05', 'A-REC-06'],
    says: 'Records are shown with base version 8, whatever dtos says.',
    rule: { dtos: { carriesExternalId: () => false, carriesLastChangedBy: () => false } },
  },
  {
    id: 'data-client-identifier-refused',
    breaks: ['A-PAR-14'],
    says: 'A request with clientIdentifier is refused.',
    rule: { data: { acceptsClientIdentifier: (value) => value === undefined } },
  },
  {
    id: 'data-client-identifier-required',
    breaks: ['A-PAR-14'],
    says: 'A request without clientIdentifier is refused.',
    rule: { data: { acceptsClientIdentifier: (value) => value !== undefined } },
  },
]
