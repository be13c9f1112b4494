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
export const resources: Readonly<Record<string, Resource>> = {
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
      ...all('firstName lastName userName emailAddress remarks', 'text'),
      ...all('inactive plannableResource', 'flag'),
      ...all('businessPartner', { ref: 'BusinessPartner' }),
      ...udfValues,
    },
    required: ['lastName'],
    versions: { 24: { syncBase: 11 }, 7: { syncBase: 9 } },
  },
  Activity: {
    fields: {
      ...all('type subject code remarks status', 'text'),
      ...all('inactive', 'flag'),
      ...all('durationInMinutes', 'number'),
      ...all('startDateTime endDateTime', 'time'),
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
