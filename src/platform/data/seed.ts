/** Ids of the records that every company starts with. */
export const seeded = {
  UdfMeta: 'F1E1D0000000000000000000000000A1',
  BusinessPartner: 'F1E1D0000000000000000000000000B1',
  Person: 'F1E1D0000000000000000000000000C1',
  Item: 'F1E1D0000000000000000000000000D1',
  Equipment: 'F1E1D0000000000000000000000000E1',
  ServiceCall: 'F1E1D0000000000000000000000000F1',
  Activity: 'F1E1D0000000000000000000000000F2',
} as const

/** The records themselves, later ones referring to earlier ones. */
export const seedRecords: ReadonlyArray<
  readonly [resource: keyof typeof seeded, fields: Readonly<Record<string, unknown>>]
> = [
  ['UdfMeta', { name: 'Inspection_Level', objectType: 'SERVICECALL', type: 'String', externalId: 'seed-udf-1' }],
  ['BusinessPartner', { name: 'Harbour Cranes Ltd', code: 'BP-1', externalId: 'seed-bp-1' }],
  ['Person', { firstName: 'Ada', lastName: 'Winter', code: 'P-1', externalId: 'seed-person-1' }],
  ['Item', { name: 'Slewing gear', code: 'I-1', externalId: 'seed-item-1' }],
  [
    'Equipment',
    {
      name: 'Crane 7',
      serialNumber: 'C7-0042',
      businessPartner: seeded.BusinessPartner,
      item: seeded.Item,
      externalId: 'seed-equipment-1',
    },
  ],
  [
    'ServiceCall',
    {
      subject: 'Yearly inspection',
      businessPartner: seeded.BusinessPartner,
      technicians: [seeded.Person],
      equipments: [seeded.Equipment],
      startDateTime: '2026-01-12T08:00:00Z',
      udfValues: [{ meta: seeded.UdfMeta, value: 'B' }],
      externalId: 'seed-call-1',
    },
  ],
  [
    'Activity',
    {
      subject: 'Inspect slewing gear',
      serviceCall: seeded.ServiceCall,
      responsibles: [seeded.Person],
      externalId: 'seed-activity-1',
    },
  ],
]
