import { expect, test } from 'vitest'
import { json } from '../../src/platform/http/answers.ts'
import { madeRun } from '../support/made-run.ts'

const domain = 'mail.qa.example'
const chosen = /^(?:user\/(?:create|name-by-default)|crowd\/(?:create|wrapped)|scim\/create-user)\//

/** A server that takes e-mails of one domain alone, and what a run with this key of the target file says of it. */
async function said(fixture: object) {
  const { verdicts } = await madeRun({
    which: ({ id }) => chosen.test(id),
    file: (written) => ({ ...written, fixtures: { ...(written['fixtures'] as object), ...fixture } }),
    edge: async (request, handle) => {
      const emails = /^P(?:OST|UT)$/.test(request.method)
        ? (request.body.toString('utf8').match(/[\w.+-]+@[\w.-]+/g) ?? [])
        : []
      return emails.every((email) => email.endsWith(`@${domain}`)) ? handle(request) : json(400, { message: 'domain' })
    },
  })
  return verdicts.map(({ is, check }) => `${is}: ${check}`)
}

test('where the target file names the domain whose e-mails are taken, users and technicians have such', async () => {
  const told = await said({ emailDomain: domain })
  expect(told.length).toBeGreaterThan(7)
  expect(told.filter((one) => /^(?:fail|warn|blocked)/.test(one))).toEqual([])
  expect(told.filter((one) => one.startsWith('pass')).length).toBeGreaterThan(7)
})

test('where it names none, e-mails of other domains are refused, which blocks or accuses', async () => {
  expect((await said({})).filter((one) => /^(?:fail|warn|blocked)/.test(one)).length).toBeGreaterThan(7)
})
