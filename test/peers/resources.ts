export type Kind =
  | 'text'
  | 'flag'
  | 'number'
  | 'time'
  | 'any'
  | 'list'
  | { readonly ref: string }
  | { readonly refs: string }
  /** An object whose fields are always sent together. */
  | { readonly inline: readonly string[]; readonly many: boolean }

export interface Resource {
  readonly fields: Readonly<Record<string, Kind>>
  readonly required: readonly string[]
  /** Alias fields: the records of `to` whose `by` refers to a record. */
  readonly inverse?: Readonly<Record<string, { readonly to: string; readonly by: string }>>
  /** DTO version -> synchronisation base it derives from, and fields it does not have yet. */
  readonly versions: Readonly<Record<number, { readonly syncBase: number; readonly without?: readonly string[] }>>
}

const all = (names: string, kind: Kind): Record<string, Kind> =>
  Object.fromEntries(names.split(' ').map((name) => [name, kind]))
const udfValues: Record<string, Kind> = { udfValues: { inline: ['meta', 'value'], many: true } }

/** Choice: version numbers, required fields and types that the sample does not show are this peer's own. */
export const core: Readonly<Record<string, Resource>> = {
  ServiceCall: {
    fields: {
      ...all(
        'subject resolution problemTypeName problemTypeCode originCode originName priority syncStatus statusCode statusName code typeName typeCode remarks',
        'text',
      ),
      ...all(
        'chargeableEfforts chargeableMileages chargeableMaterials chargeableExpenses inactive partOfRecurrenceSeries',
        'flag',
      ),
      ...all('endDateTime dueDateTime orderDateTime createDateTime startDateTime', 'time'),
      ...all('owners branches udfMetaGroups groups equipments', 'list'),
      ...all(
        'objectGroup syncObjectKPIs contact changelog salesOrder salesQuotation orderReference location incident',
        'any',
      ),
      ...all('businessPartner', { ref: 'BusinessPartner' }),
      ...all('leader createPerson', { ref: 'Person' }),
      ...all('responsibles technicians', { refs: 'Person' }),
      ...udfValues,
    },
    required: ['subject'],
    inverse: { activities: { to: 'Activity', by: 'serviceCall' } },
    versions: { 31: { syncBase: 10 }, 6: { syncBase: 8, without: ['changelog', 'syncObjectKPIs'] } },
  },
  BusinessPartner: {
    fields: {
      ...all('name code type remarks emailAddress', 'text'),
      ...all('inactive', 'flag'),
      ...all('creditLimit', 'number'),
      ...udfValues,
    },
    required: ['name'],
    inverse: {
      serviceCalls: { to: 'ServiceCall', by: 'businessPartner' },
      people: { to: 'Person', by: 'businessPartner' },
    },
    versions: { 22: { syncBase: 10 }, 9: { syncBase: 9 } },
  },
  Person: {
    fields: {
      ...all('firstName lastName userName emailAddress remarks code', 'text'),
      ...all('skills', 'list'),
      ...all('inactive plannableResource', 'flag'),
      ...all('businessPartner', { ref: 'BusinessPartner' }),
      ...udfValues,
    },
    required: ['lastName'],
    versions: { 24: { syncBase: 11 }, 7: { syncBase: 9 } },
  },
  Activity: {
    fields: {
      ...all('type subject code remarks status executionStage partner', 'text'),
      ...all('inactive checkedout', 'flag'),
      ...all('durationInMinutes', 'number'),
      ...all('startDateTime endDateTime dueDateTime earliestStartDateTime', 'time'),
      ...all('businessPartner', { ref: 'BusinessPartner' }),
      ...all('serviceCall', { ref: 'ServiceCall' }),
      ...all('responsibles', { refs: 'Person' }),
      object: { inline: ['objectId', 'objectType'], many: false },
      ...udfValues,
    },
    required: ['type'],
    versions: { 40: { syncBase: 12 }, 5: { syncBase: 9, without: ['durationInMinutes'] } },
  },
  Attachment: {
    fields: { ...all('title note fileContent', 'text'), object: { inline: ['objectId', 'objectType'], many: false } },
    required: ['title', 'fileContent'],
    versions: { 17: { syncBase: 10 }, 8: { syncBase: 9 } },
  },
}

const object: Record<string, Kind> = { object: { inline: ['objectId', 'objectType'], many: false } }
const named = (version: number): Resource => ({
  fields: { ...all('name code remarks', 'text'), ...udfValues },
  required: [],
  versions: { [version]: { syncBase: 10 } },
})

/** Choice: what the interfaces of the second document refer to are records of the Data API too, in one version each. */
export const further: Readonly<Record<string, Resource>> = {
  Equipment: named(23),
  Item: named(24),
  Warehouse: named(18),
  Tag: named(10),
  UdfMeta: named(19),
  Region: named(12),
  Contact: named(17),
  Address: {
    fields: {
      ...all('city country state street streetNumber zipCode', 'text'),
      ...all('location', 'any'),
      ...object,
    },
    required: [],
    versions: { 22: { syncBase: 10 } },
  },
  ServiceAssignment: {
    fields: {
      ...all('partner technician partnerDispatchingStatus state responsible', 'text'),
      ...all('released', 'flag'),
      ...all('startDateTime endDateTime', 'time'),
      ...all('activity', { ref: 'Activity' }),
    },
    required: ['activity'],
    versions: { 30: { syncBase: 10 } },
  },
  ReportTemplate: {
    fields: { ...all('name remarks', 'text'), ...all('languages types', 'list'), ...all('paramatersSchema', 'any') },
    required: ['name'],
    versions: { 18: { syncBase: 10 } },
  },
}
export const resources: Readonly<Record<string, Resource>> = { ...core, ...further }
