import sarifSchema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' }
import { Ajv } from 'ajv'

/** The schema is of draft 4, whose words all mean the same in draft 7 but `id`. */
const { id: _id, $schema: _draft, ...schema } = sarifSchema as Record<string, unknown>
export const isSarif = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema)
