import { defineCheck, must } from 'fieldproof'

defineCheck(
  'acme/subject-kept',
  'read-by-external-id',
  { brokenBy: ['data-create-not-stored'] },
  async ({ api, fresh, target }) => {
    const externalId = fresh.externalId()
    const body = { ...target.templates.ServiceCall, subject: 'Boiler, 2nd floor', externalId }
    must.success(await api.data.create('ServiceCall', body))
    const answer = await api.data.get('ServiceCall', { externalId })
    must.success(answer)
    must.equal('subject', answer.record('serviceCall')?.subject, body.subject)
  },
)
