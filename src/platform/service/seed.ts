import { seeded } from '../data/seed.ts'

const partner = 'F1E1D0000000000000000000000000B2'
const contact = 'F1E1D0000000000000000000000000C2'
const region = 'F1E1D0000000000000000000000000A2'
const warehouse = 'F1E1D0000000000000000000000000D2'
const skill = 'F1E1D0000000000000000000000000A3'
const serialNumber = 'F1E1D0000000000000000000000000D3'

/** Records that trees refer to: the Data API need not have a resource for each. Each company starts with them. */
export const treeSeeds: ReadonlyArray<
  readonly [table: string, id: string, fields: Readonly<Record<string, unknown>> & { readonly externalId: string }]
> = [
  [
    'BusinessPartner',
    partner,
    {
      name: 'Quay Works',
      code: 'BP-2',
      externalId: 'seed-bp-2',
      address: {
        addressId: 'F1E1D0000000000000000000000000B3',
        city: 'Rotterdam',
        country: 'NL',
        street: 'Waalhaven',
        streetNumber: '12',
        zipCode: '3089',
        location: { latitude: 51.88, longitude: 4.45 },
      },
    },
  ],
  ['Contact', contact, { firstName: 'Jan', lastName: 'Visser', code: 'C-1', externalId: 'seed-contact-1' }],
  ['Region', region, { name: 'Harbour', code: 'R-1', externalId: 'seed-region-1' }],
  ['Warehouse', warehouse, { name: 'Van 3', code: 'W-1', externalId: 'seed-warehouse-1' }],
  [
    'SerialNumber',
    serialNumber,
    { serialNumber: 'SG-0042', item: seeded.Item, code: 'SN-1', externalId: 'seed-serial-1' },
  ],
  ['Skill', skill, { name: 'cranes', externalId: 'seed-skill-1' }],
]

/** The Service API part of this platform's target file. */
export const treeFacts = {
  call: { businessPartner: { id: seeded.BusinessPartner }, subject: 'Fieldproof call', priority: 'LOW', status: '-2' },
  activity: { subject: 'Fieldproof activity' },
  material: {
    item: { id: seeded.Item },
    warehouse: { id: warehouse },
    quantity: 2,
    moved: 0,
    used: 0,
  },
  requirement: { skill: { id: skill }, mandatory: true, inherited: false },
  udfValue: { udfMeta: { id: seeded.UdfMeta }, value: 'B' },
  references: {
    contact: { id: contact },
    createPerson: { id: seeded.Person },
    equipment: { id: seeded.Equipment },
    region: { id: region },
    responsible: { id: seeded.Person },
    serialNumber: { id: serialNumber },
  },
  addressedPartner: { id: partner },
}
