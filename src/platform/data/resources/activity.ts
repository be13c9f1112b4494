import { number, objectReference, required, resource, textField, time, to, toMany, udfValues } from '../resource.ts'

export const activity = resource('Activity', {
  versions: { 37: 10, 43: 10 },
  template: { subject: 'Fieldproof activity' },
  fields: {
    subject: required(textField),
    code: textField,
    remarks: textField,
    type: textField,
    status: textField,
    durationInMinutes: number,
    startDateTime: time,
    endDateTime: time,
    dueDateTime: time,
    serviceCall: to('ServiceCall'),
    businessPartner: to('BusinessPartner'),
    equipment: to('Equipment'),
    responsibles: toMany('Person'),
    object: objectReference,
    udfValues,
  },
})
