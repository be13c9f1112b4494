/** The single defect of an invalid batch. Defects `of` a part have a position; the others concern the message. */
export const defects = {
  'no boundary parameter': { of: 'message' },
  'boundary of another message': { of: 'message' },
  'no closing delimiter': { of: 'message' },
  'no delimiter at all': { of: 'message' },
  'line feeds only': { of: 'message' },
  'carriage returns only': { of: 'message' },
  'no part': { of: 'message' },
  'boundary of 71 characters': { of: 'message' },
  'boundary that ends in a blank': { of: 'message' },
  'not multipart': { of: 'message' },
  'part without type': { of: 'part' },
  'part of another type': { of: 'part' },
  'part of plain JSON': { of: 'part' },
  'two requests in a part': { of: 'part' },
  'full URL': { of: 'part' },
  'network path': { of: 'part' },
  'length too short': { of: 'part' },
  'length too long': { of: 'part' },
  'length negative': { of: 'part' },
  'length no number': { of: 'part' },
  'length in characters': { of: 'part' },
  'no request line': { of: 'part' },
  'no version': { of: 'part' },
  'folded header in the request': { of: 'part' },
  'boundary as a line of the body': { of: 'part' },
  'multipart in a part': { of: 'part' },
  'CONNECT in a part': { of: 'part' },
  'TRACE in a part': { of: 'part' },
  'NUL in the request line': { of: 'part' },
} as const

export type DefectKind = keyof typeof defects

export interface Defect {
  readonly kind: DefectKind
  /** Position of the part, from 0; ignored if the defect is of the message. */ readonly at: number
}
