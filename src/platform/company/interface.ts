import { authenticate, isRefusal } from '../caller.ts'
import type { House } from '../house.ts'
import { json, textAnswer } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Call, Interface } from '../interface.ts'
import { acceptedTypes } from './accepted.ts'

/** GET companies: those of the caller, in the form requested by Accept (A-COM). */
function companies(call: Call, house: House): PlatformResponse {
  const { company } = house.rules
  const caller = authenticate(call, house, { room: 'company', company: false })
  if (isRefusal(caller)) return caller
  const form = company.form(acceptedTypes(call.header('Accept')))
  if (!form)
    return json(company.refusedStatus(), {
      error: 'not_acceptable',
      error_description: 'Accept must name application/json or application/text',
    })
  const listed = company.listed(caller.companies, form)
  const status = company.status(listed.length, form)
  return form === 'application/json'
    ? json(status, company.json(listed))
    : textAnswer(status, 'application/text;charset=UTF-8', company.text(listed))
}

/** The company list, at each cluster's address. */
export const companyInterface: Interface = {
  name: 'company',
  at: 'cluster',
  routes: [{ method: 'GET', path: '/masterCloudInterface/informationService/companies', handle: companies }],
}
