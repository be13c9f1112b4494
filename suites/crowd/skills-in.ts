import type { Dto } from '../../src/clients/answer.ts'
import { isObject } from '../../src/exchange/json.ts'

/** The skills that a technician shows. */
export const skillsIn = (record: Dto | undefined): readonly Dto[] =>
  Array.isArray(record?.['skills']) ? (record['skills'] as readonly unknown[]).filter(isObject) : []
