import { anything, flag, number, required, resource, text, time, to, toMany, udfValues } from '../resource.ts'

export const businessPartner = resource('BusinessPartner', {
  versions: { 17: 8, 19: 9, 20: 10, 25: 10 },
  template: { name: 'Fieldproof partner' },
  fields: {
    name: required(text),
    code: text,
    additionalName: text,
    remarks: text,
    emailAddress: text,
    officePhone: text,
    type: text,
    currency: text,
    creditLimit: number,
    udfValues,
  },
})

export const person = resource('Person', {
  versions: { 24: 10, 25: 10 },
  template: { lastName: 'Fieldproof person' },
  fields: {
    lastName: required(text),
    firstName: text,
    code: text,
    emailAddress: text,
    mobilePhone: text,
    jobTitle: text,
    remarks: text,
    plannableResource: flag,
    businessPartner: to('BusinessPartner'),
    skills: toMany('Skill'),
    udfValues,
  },
})

export const equipment = resource('Equipment', {
  versions: { 23: 10, 24: 10 },
  template: { name: 'Fieldproof equipment' },
  fields: {
    name: required(text),
    code: text,
    serialNumber: text,
    remarks: text,
    status: text,
    installationDate: time,
    warrantyEndDate: time,
    businessPartner: to('BusinessPartner'),
    item: to('Item'),
    parentId: to('Equipment'),
    udfValues,
  },
})

export const item = resource('Item', {
  versions: { 23: 10, 24: 10 },
  template: { name: 'Fieldproof item' },
  fields: {
    name: required(text),
    externalName: text,
    code: text,
    description: text,
    unit: text,
    price: number,
    managedBySerialNumber: flag,
    udfValues,
  },
})

export const skill = resource('Skill', {
  versions: { 8: 10, 10: 10 },
  template: { name: 'Fieldproof skill' },
  fields: { name: required(text), description: text, person: to('Person'), startDate: time, endDate: time },
})

export const reportTemplate = resource('ReportTemplate', {
  versions: { 15: 10 },
  template: { name: 'Fieldproof report' },
  fields: { name: required(text), description: text, objectType: text, language: text, parameters: anything },
})
