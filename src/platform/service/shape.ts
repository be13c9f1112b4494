/** The type of a field of a tree; a reference names the table of its record. */
type TreeKind = 'string' | 'integer' | 'boolean' | 'dateTime' | { readonly to: string } | { readonly toMany: string }

export interface TreeField {
  readonly kind: TreeKind
  /** Name of the record's field, if it is another. */
  readonly as?: string
  readonly required?: true
  /** Shown, never taken over. */
  readonly readOnly?: true
}

export type TreeShape = Readonly<Record<string, TreeField>>

const text: TreeField = { kind: 'string' }
const integer: TreeField = { kind: 'integer' }
const flag: TreeField = { kind: 'boolean' }
const time: TreeField = { kind: 'dateTime' }
const to = (table: string): TreeField => ({ kind: { to: table } })
const toMany = (table: string): TreeField => ({ kind: { toMany: table } })
const due = (field: TreeField): TreeField => ({ ...field, required: true })

/** B-SVC-22. */
export const callShape: TreeShape = {
  code: { ...text, readOnly: true },
  businessPartner: due(to('BusinessPartner')),
  subject: due(text),
  priority: due(text),
  status: { ...due(text), as: 'statusCode' },
  type: { ...text, as: 'typeCode' },
  origin: { ...text, as: 'originCode' },
  problemType: { ...text, as: 'problemTypeCode' },
  resolution: text,
  remarks: text,
  contact: to('Contact'),
  createPerson: to('Person'),
  equipments: toMany('Equipment'),
  responsibles: toMany('Person'),
  dueDateTime: time,
  earliestStartDateTime: time,
  durationInMinutes: integer,
}

/** B-SVC-23. */
export const activityShape: TreeShape = {
  code: { ...text, readOnly: true },
  subject: due(text),
  status: text,
  type: text,
  executionStage: text,
  remarks: text,
  contact: to('Contact'),
  createPerson: to('Person'),
  equipment: to('Equipment'),
  region: to('Region'),
  responsibles: toMany('Person'),
  sourceActivity: to('Activity'),
  dueDateTime: time,
  earliestStartDateTime: time,
  durationInMinutes: integer,
  plannedStartDate: { ...time, as: 'startDateTime', readOnly: true },
  plannedEndDate: { ...time, as: 'endDateTime', readOnly: true },
}

/** B-SVC-14. */
export const materialShape: TreeShape = {
  item: due(to('Item')),
  warehouse: due(to('Warehouse')),
  quantity: due(integer),
  moved: due(integer),
  used: due(integer),
  shipped: integer,
  serialNumber: to('SerialNumber'),
}

/** B-SVC-15. */
export const attachmentShape: TreeShape = {
  category: text,
  description: text,
  fileName: text,
  title: text,
  type: text,
}
export const requirementShape: TreeShape = { inherited: flag, mandatory: flag, skill: to('Skill') }
export const udfShape: TreeShape = { udfMeta: { ...to('UdfMeta'), as: 'meta' }, value: text }

/** B-SVC-10; the location is an object of numbers. */
export const addressShape: TreeShape = {
  city: text,
  country: text,
  state: text,
  street: text,
  streetNumber: text,
  zipCode: text,
}
