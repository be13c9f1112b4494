import { anything, flag, required, resource, textField } from '../resource.ts'

export const udfMeta = resource('UdfMeta', {
  versions: { 19: 10, 20: 10 },
  template: { name: 'Fieldproof_field' },
  fields: {
    name: required(textField),
    description: textField,
    objectType: textField,
    type: textField,
    mandatory: flag,
    defaultValue: anything,
    selectionKeyValues: anything,
  },
})
