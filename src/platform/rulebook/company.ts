import type { Company } from '../world/types.ts'

type CompanyForm = 'application/json' | 'application/text'

/** The company list (A-COM). */
const company = {
  /** The form that an Accept header (media types, best first) asks for; undefined refuses. */
  form: (accepted: readonly string[]): CompanyForm | undefined =>
    accepted.find((type): type is CompanyForm => type === 'application/json' || type === 'application/text'),
  refusedStatus: (): number => 406,
  status: (_count: number, _form: CompanyForm): number => 200,
  listed: (companies: readonly Company[], _form: CompanyForm): readonly Company[] => companies,
  json: (companies: readonly Company[]): unknown => ({
    companies: companies.map(({ name, description }) => ({ name, description })),
  }),
  text: (companies: readonly Company[]): string => companies.map(({ name }) => name).join('\n'),
}

export const companyRules = { company }
