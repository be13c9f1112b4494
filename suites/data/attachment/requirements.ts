import { requirements } from '../../../src/kit/requirements.ts'

const needs = ['writes', 'attachments'] as const

/** Attachments: a record with a file. */
export const attachments = requirements('data', {
  'attachment-created': {
    level: 'must',
    needs: [...needs, 'attachment-names'],
    says: 'An attachment created with content in base64 keeps its name, its description and what it refers to.',
    sources: ['A-ATT-01'],
  },
  'attachment-content-not-returned': {
    level: 'must',
    needs,
    says: 'An attachment that is answered has no fileContent: it is absent, null or empty.',
    sources: ['A-ATT-02'],
    traffic: ['attachment-file-content-returned'],
    contract: ['attachment-file-content-returned', 'attachment-file-content-listed'],
  },
  'attachment-content': {
    level: 'must',
    needs,
    says: 'The content of an attachment is answered byte for byte, with the name of the file and a content type.',
    sources: ['A-ATT-03'],
    traffic: ['attachment-cut-at-nul', 'attachment-line-ends-changed'],
    contract: ['attachment-type-missing', 'attachment-disposition-missing'],
  },
  'attachment-older-form': {
    level: 'must',
    needs,
    says: 'The older address answers the same content with the same headers.',
    sources: ['A-ATT-04'],
    contract: ['attachment-old-form-no-headers'],
  },
  'attachment-not-updated': {
    level: 'must',
    needs,
    says: 'PUT and PATCH do not change the content of an attachment.',
    sources: ['A-ATT-05'],
  },
  'attachment-content-deleted': {
    level: 'must',
    needs,
    says: 'With the attachment its content is deleted.',
    sources: ['A-ATT-06'],
  },
  'attachment-base64-refused': {
    level: 'implied',
    needs,
    says: 'Content that is no base64 is refused with a 4xx, and nothing is created.',
    sources: ['A-ATT-07'],
  },
  'attachment-encoding': {
    level: 'implied',
    needs,
    says: 'Content-Encoding of an attachment tells how its content is encoded; without it the content is not encoded.',
    sources: ['A-ATT-08'],
  },
  'attachment-words-updated': {
    level: 'variant',
    needs: [...needs, 'attachment-names'],
    says: 'Whether name and description of an attachment can be updated is recorded.',
    sources: ['A-ATT-09'],
  },
  'attachment-forms': {
    level: 'unshown',
    needs,
    says: 'Header values of contents and the answer to an update are recorded.',
    sources: ['A-ATT-10'],
  },
})
