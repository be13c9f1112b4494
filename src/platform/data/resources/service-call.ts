import { anything, flag, required, resource, text, time, to, toMany, udfValues } from '../resource.ts'

/** The fields of the documents' sample; version bases are this platform's choice. */
export const serviceCall = resource('ServiceCall', {
  versions: { 20: 8, 24: 9, 26: 10, 27: 10 },
  template: { subject: 'Fieldproof service call' },
  fields: {
    subject: required(text), code: text, remarks: text, resolution: anything, priority: text,
    statusCode: { kind: 'string', fills: '-2' }, statusName: text, typeCode: { kind: 'string', fills: '-1' }, typeName: text,
    originCode: text, originName: text, problemTypeCode: text, problemTypeName: text,
    startDateTime: time, endDateTime: time, dueDateTime: time, orderDateTime: time,
    chargeableEfforts: flag, chargeableMileages: flag, chargeableMaterials: flag, chargeableExpenses: flag, partOfRecurrenceSeries: flag,
    businessPartner: to('BusinessPartner'), contact: anything, leader: to('Person'),
    technicians: toMany('Person'), responsibles: toMany('Person'), equipments: toMany('Equipment'),
    udfValues, udfMetaGroups: anything,
    owners: anything, objectGroup: anything, syncObjectKPIs: anything, changelog: anything, branches: anything, salesOrder: anything,
    salesQuotation: anything, orderReference: anything, groups: anything, location: anything, incident: anything,
  },
})
