import { requirements } from '../../../src/kit/requirements.ts'

const needs = ['writes', 'attachments'] as const

/** Attachments: a record with a file. */
export const attachments = requirements('data', {
  'attachment-created': {
    level: 'must',
    needs: [...needs, 'attachment-names'],
    says: 'An attachment created with base64 content keeps its name, its description and its object reference.',
    sources: ['A-ATT-01'],
  },
  'attachment-content-not-returned': {
    level: 'must',
    needs,
    says: 'An attachment record is returned without its fileContent: the field is absent, null or empty.',
    sources: ['A-ATT-02'],
    traffic: ['attachment-file-content-returned'],
    contract: [
      'attachment-file-content-returned',
      'attachment-file-content-listed',
      'att-content-in-post-answer',
      'content-in-answers-of-parts',
      'patch-of-an-attachment-answers-the-content-that-it-sent',
    ],
  },
  'attachment-content': {
    level: 'must',
    needs,
    says: 'The content of an attachment is returned byte for byte, with its file name and a content type.',
    sources: ['A-ATT-03'],
    traffic: ['attachment-cut-at-nul', 'attachment-line-ends-changed'],
    contract: ['attachment-type-missing', 'attachment-disposition-missing'],
  },
  'attachment-older-form': {
    level: 'must',
    needs,
    says: 'The older address returns the same content with the same headers.',
    sources: ['A-ATT-04'],
    contract: ['attachment-old-form-no-headers'],
  },
  'older-form-sent': {
    level: 'must',
    side: 'client',
    says: 'A caller of the older form sends operation=download.',
    sources: ['A-ATT-04'],
  },
  'caller-sends-base64': {
    level: 'must',
    side: 'client',
    says: 'A caller sends the content of an attachment in base64.',
    sources: ['A-ATT-01'],
  },
  'caller-attachment': {
    level: 'must',
    side: 'client',
    says: 'A caller does not update the content of an attachment.',
    sources: ['A-ATT-05'],
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
    says: 'Deleting an attachment deletes its content.',
    sources: ['A-ATT-06'],
  },
  'attachment-base64-refused': {
    level: 'implied',
    needs,
    says: 'Content that is not base64 is refused with a 4xx, and nothing is created.',
    sources: ['A-ATT-07'],
  },
  'attachment-encoding': {
    level: 'implied',
    needs,
    says: 'The Content-Encoding of an attachment says how its content is encoded; without that header it is not encoded.',
    sources: ['A-ATT-08'],
  },
  'attachment-words-updated': {
    level: 'variant',
    needs: [...needs, 'attachment-names'],
    says: 'Recorded: whether the name and description of an attachment can be updated.',
    sources: ['A-ATT-09'],
  },
  'attachment-forms': {
    level: 'unshown',
    needs,
    says: 'Recorded: the headers of downloaded content, and how an update of an attachment is answered.',
    sources: ['A-ATT-10'],
  },
})
