import type { Dto } from '../../src/clients/answer.ts'
import { must } from '../../src/kit/index.ts'

export interface ServiceArea {
  readonly googlePlaceId?: string
  readonly latitude: number
  readonly longitude: number
  readonly radius: { readonly unit: string; readonly value: number }
}

/** The area of a technician as it is read is the one that was sent. */
export function mustShowArea(technicianRead: Dto | undefined, technicianSent: Readonly<Record<string, unknown>>): void {
  const sent = technicianSent['serviceArea'] as ServiceArea
  const shown = technicianRead?.['serviceArea'] as ServiceArea | undefined
  if (sent.googlePlaceId !== undefined) must.equal('the place', shown?.googlePlaceId, sent.googlePlaceId)
  must.equal('unit and value of the radius', { ...shown?.radius }, sent.radius)
  // The table types coordinates as integers: they may come back rounded (B-CRW-15).
  for (const axis of ['latitude', 'longitude'] as const)
    must.inRange(axis, shown?.[axis], { above: sent[axis] - 1, below: sent[axis] + 1 })
}
