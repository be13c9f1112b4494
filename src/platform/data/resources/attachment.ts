import { seeded } from '../seed.ts'
import { objectReference, required, resource, textField } from '../resource.ts'

export const attachment = resource('Attachment', {
  versions: { 16: 10, 19: 10 },
  updatable: false,
  template: {
    fileName: 'fieldproof.txt',
    fileContent: 'ZmllbGRwcm9vZg==',
    object: { objectId: seeded.ServiceCall, objectType: 'SERVICECALL' },
  },
  fields: {
    fileName: required(textField),
    description: textField,
    type: textField,
    category: textField,
    fileContent: { kind: 'string', required: true, writeOnly: true },
    object: required(objectReference),
  },
})
