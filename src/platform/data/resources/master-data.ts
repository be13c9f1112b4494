import {
  anything,
  flag,
  number,
  objectReference,
  required,
  resource,
  textField,
  time,
  to,
  toMany,
  udfValues,
} from '../resource.ts'

export const businessPartner = resource('BusinessPartner', {
  versions: { 17: 8, 19: 9, 20: 10, 25: 10 },
  template: { name: 'Fieldproof partner' },
  fields: {
    name: required(textField),
    code: textField,
    additionalName: textField,
    remarks: textField,
    emailAddress: textField,
    officePhone: textField,
    type: textField,
    currency: textField,
    creditLimit: number,
    udfValues,
  },
})

export const person = resource('Person', {
  versions: { 24: 10, 25: 10 },
  template: { lastName: 'Fieldproof person' },
  fields: {
    lastName: required(textField),
    firstName: textField,
    code: textField,
    emailAddress: textField,
    mobilePhone: textField,
    jobTitle: textField,
    remarks: textField,
    plannableResource: flag,
    businessPartner: to('BusinessPartner'),
    skills: toMany('Skill'),
    udfValues,
  },
})

export const equipment = resource('Equipment', {
  versions: { 22: 9, 23: 10, 24: 10 },
  template: { name: 'Fieldproof equipment' },
  fields: {
    name: required(textField),
    code: textField,
    serialNumber: textField,
    remarks: textField,
    status: textField,
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
    name: required(textField),
    externalName: textField,
    code: textField,
    description: textField,
    unit: textField,
    price: number,
    managedBySerialNumber: flag,
    udfValues,
  },
})

export const skill = resource('Skill', {
  versions: { 8: 10, 10: 10 },
  template: { name: 'Fieldproof skill' },
  fields: { name: required(textField), description: textField, person: to('Person'), startDate: time, endDate: time },
})

export const reportTemplate = resource('ReportTemplate', {
  versions: { 15: 10 },
  template: { name: 'Fieldproof report' },
  fields: {
    name: required(textField),
    description: textField,
    objectType: textField,
    language: textField,
    parameters: anything,
    languages: anything,
    paramatersSchema: textField,
    types: anything,
  },
})

/** A part of service call trees; the Data API has it, so that it can be read and removed. */
export const reservedMaterial = resource('ReservedMaterial', {
  versions: { 18: 10 },
  template: {},
  fields: {
    item: to('Item'),
    warehouse: textField,
    serialNumber: textField,
    quantity: number,
    moved: number,
    used: number,
    shipped: number,
    object: objectReference,
    udfValues,
  },
})
