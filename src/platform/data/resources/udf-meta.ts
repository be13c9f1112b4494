import { anything, flag, required, resource, text } from '../resource.ts'

export const udfMeta = resource('UdfMeta', {
  versions: { 19: 10, 20: 10 },
  template: { name: 'Fieldproof_field' },
  fields: {
    name: required(text),
    description: text,
    objectType: text,
    type: text,
    mandatory: flag,
    defaultValue: anything,
    selectionKeyValues: anything,
  },
})
