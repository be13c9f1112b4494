import { requirements } from '../../src/kit/requirements.ts'

export const company = requirements('company', {
  'no-server-error': {
    level: 'must',
    says: 'No request to the company list is answered with a 5xx (503 and refusals such as 501 or 507 apart): no document allows a crash.',
    sources: ['K-COM-01'],
    traffic: ['company-odd-accept-crashes'],
  },
  'json-form': {
    level: 'must',
    says: 'With Accept: application/json the response is an object whose companies is an array of objects with the strings name and description.',
    sources: ['A-COM-01'],
    contract: [
      'company-bare-array',
      'company-names-only',
      'company-without-name',
      'company-without-description',
      'company-description-null',
      'company-empty-null',
      'com-description-null',
      'com-single-object',
    ],
  },
  'text-form': {
    level: 'must',
    says: 'With Accept: application/text the response lists the companies separated by newlines.',
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
    says: 'A user who is assigned to no company gets an empty list, not an error.',
    sources: ['A-COM-04', 'A-GEN-04'],
    needs: ['companyless-user'],
  },
  'forms-agree': {
    level: 'implied',
    says: 'The text and the JSON form list the same companies.',
    sources: ['A-COM-05'],
  },
  'of-the-login': {
    level: 'implied',
    says: 'The list holds the companies of the login, whichever of them a call names.',
    sources: ['A-COM-04', 'A-TOK-14', 'A-TOK-15'],
    needs: ['second-company'],
  },
  'other-accept': {
    level: 'implied',
    says: 'Without an Accept header, or with another media type in it, the call is refused or answered in one of the two forms.',
    sources: ['A-COM-06'],
  },
  'list-particulars': {
    level: 'unshown',
    says: 'Recorded: the status of a company list, how the text form writes a company, and how it writes an empty list.',
    sources: ['A-COM-07'],
  },
})
