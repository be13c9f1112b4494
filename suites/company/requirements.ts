import { requirements } from '../../src/kit/requirements.ts'

export const company = requirements('company', {
  'json-form': {
    level: 'must',
    says: 'With Accept application/json the answer is an object with companies, an array of objects with strings name and description.',
    sources: ['A-COM-01'],
    contract: [
      'company-bare-array',
      'company-names-only',
      'company-without-name',
      'company-without-description',
      'company-description-null',
      'company-empty-null',
    ],
  },
  'text-form': {
    level: 'must',
    says: 'With Accept application/text the companies stand separated by new-line characters.',
    sources: ['A-COM-02'],
    contract: ['company-text-as-json'],
  },
  'accept-sent': {
    level: 'must',
    says: 'A caller sends Accept: application/text or application/json.',
    sources: ['A-COM-03'],
    side: 'client',
  },
  'empty-list': {
    level: 'must',
    says: 'A user assigned to no company gets an empty list, and that is no failure.',
    sources: ['A-COM-04', 'A-GEN-04'],
    needs: ['companyless-user'],
  },
  'forms-agree': {
    level: 'implied',
    says: 'The text and the JSON form list the same companies.',
    sources: ['A-COM-05'],
  },
  'other-accept': {
    level: 'implied',
    says: 'Without an Accept header, or with one of another type, the call is refused or answered in one of the two forms.',
    sources: ['A-COM-06'],
  },
  'list-particulars': {
    level: 'unshown',
    says: 'Status of a company list, how the text form writes a company, and its form of an empty list.',
    sources: ['A-COM-07'],
  },
})
