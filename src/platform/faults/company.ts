import type { Fault } from '../deviation.ts'
import { companyRules } from '../rulebook/company.ts'

const { company } = companyRules

/** Faults of A-COM: the company list. */
export const companyFaults: readonly Fault[] = [
  {
    id: 'company-bare-array',
    breaks: ['A-COM-01'],
    says: 'The JSON form is a bare array.',
    rule: { company: { json: (companies) => companies.map(({ name, description }) => ({ name, description })) } },
  },
  {
    id: 'company-names-only',
    breaks: ['A-COM-01'],
    says: 'companies is an array of names.',
    rule: { company: { json: (companies) => ({ companies: companies.map(({ name }) => name) }) } },
  },
  {
    id: 'company-without-name',
    breaks: ['A-COM-01'],
    says: 'Companies have no name.',
    rule: { company: { json: (companies) => ({ companies: companies.map(({ description }) => ({ description })) }) } },
  },
  {
    id: 'company-without-description',
    breaks: ['A-COM-01'],
    says: 'Companies have no description.',
    rule: { company: { json: (companies) => ({ companies: companies.map(({ name }) => ({ name })) }) } },
  },
  {
    id: 'company-description-null',
    breaks: ['A-COM-01'],
    says: 'The description of a company is null.',
    rule: {
      company: { json: (companies) => ({ companies: companies.map(({ name }) => ({ name, description: null })) }) },
    },
  },
  {
    id: 'company-json-refused',
    breaks: ['A-COM-01'],
    says: 'Accept: application/json is refused.',
    rule: {
      company: { form: (accepted) => (company.form(accepted) === 'application/text' ? 'application/text' : undefined) },
    },
  },
  {
    id: 'company-text-refused',
    breaks: ['A-COM-02'],
    says: 'Accept: application/text is refused.',
    rule: { company: { form: (accepted) => (accepted.includes('application/json') ? 'application/json' : undefined) } },
  },
  {
    id: 'company-text-as-json',
    breaks: ['A-COM-02'],
    says: 'Accept: application/text is answered with JSON.',
    rule: { company: { form: (accepted) => (company.form(accepted) ? 'application/json' : undefined) } },
  },
  {
    id: 'company-text-commas',
    breaks: ['A-COM-02'],
    says: 'The text form separates companies with commas.',
    rule: { company: { text: (companies) => companies.map(({ name }) => name).join(', ') } },
  },
  {
    id: 'company-empty-refused',
    breaks: ['A-COM-04', 'A-GEN-04'],
    says: 'A user without a company is answered with 404.',
    rule: { company: { status: (count) => (count === 0 ? 404 : 200) } },
  },
  {
    id: 'company-empty-null',
    breaks: ['A-COM-04', 'A-COM-01'],
    says: 'companies is null if there are none.',
    rule: {
      company: { json: (companies) => (companies.length === 0 ? { companies: null } : company.json(companies)) },
    },
  },
  {
    id: 'company-text-lists-fewer',
    breaks: ['A-COM-05'],
    says: 'The text form leaves out the last company.',
    rule: {
      company: { listed: (companies, form) => (form === 'application/text' ? companies.slice(0, -1) : companies) },
    },
  },
  {
    id: 'company-json-lists-fewer',
    breaks: ['A-COM-05'],
    says: 'The JSON form leaves out the first company.',
    rule: { company: { listed: (companies, form) => (form === 'application/json' ? companies.slice(1) : companies) } },
  },
  {
    id: 'company-other-accept-status-500',
    breaks: ['A-COM-06'],
    says: 'A call without a usable Accept is answered with 500.',
    rule: { company: { refusedStatus: () => 500 } },
  },
  {
    id: 'company-other-accept-status-200',
    breaks: ['A-COM-06'],
    says: 'A call without a usable Accept is answered with 200 in neither form.',
    rule: { company: { refusedStatus: () => 200 } },
  },
]
