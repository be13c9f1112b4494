import { type Context, Inconclusive, must, rely, type Reply, Unexercised } from '../../../src/kit/index.ts'
import type { Answer } from '../../../src/clients/answer.ts'
import { current } from '../../data/steps.ts'
import { answered, jobOver, wish } from '../../optimization/wish.ts'
import { optimization } from '../../optimization/requirements.ts'
import { definition, text } from '../../reporting/archive.ts'
import { filesIn } from '../../reporting/files-in.ts'
import { reporting } from '../../reporting/requirements.ts'
import { generated, template, templateResource } from '../../reporting/template.ts'
import { encodings } from '../../reporting/wish.ts'
import { service } from '../../service/requirements.ts'
import { activitiesOf, created, fixture, idOf, leastActivity, leastCall, partOf } from '../../service/tree.ts'
import { granted } from '../../token/steps.ts'
import type { Secluded } from '../../token/elsewhere/stranger.ts'
import type { FieldWay } from './field-way.ts'

const needs = reporting.build.needs ?? []

/** A template whose one parameter has a name that nobody else knows. */
export async function keptTemplate(context: Context) {
  const parameter = `kept${context.fresh.externalId('p').replace(/\W/g, '')}`
  const { id } = await template(context, { 'report.jrxml': definition('Kept', { [parameter]: text }) })
  await generated(context, id)
  return {
    id,
    parameter,
    see: async () => (await current(context.api, { id, externalId: '' }, templateResource)).lastChanged,
  }
}

/** Reports are built at either of two addresses. */
export const buildsAt = ['/build', ''] as const

const ofTemplate = (operation: string, sends: (id: string) => Secluded['tries']): FieldWay => ({
  operation,
  names: 'query',
  needs,
  async keep(context) {
    const { id, parameter, see } = await keptTemplate(context)
    return { secrets: [parameter], see, tries: sends(id) }
  },
})

/** A download with the texts of its files beside their packed bytes; a form that cannot be read (B-RPT-14) is as it is. */
function opened(answer: Answer): Reply {
  const { status, json, text: packed } = answer
  try {
    const texts = Object.values(filesIn(answer)).map((bytes) => Buffer.from(bytes).toString())
    return { status, json, text: [packed, ...texts].join('\n') }
  } catch (error) {
    if (error instanceof Inconclusive || error instanceof Unexercised) return answer
    throw error
  }
}

/** Ways to what is made of records of another account or company: reports, and plans. */
export const workWays: Readonly<Record<string, FieldWay>> = {
  'report-template-get': ofTemplate('data-get', (id) => ({ data }, options) => [
    () => data.get(templateResource, id, options),
  ]),
  // Refusing it for its parameters would tell them.
  'report-build': ofTemplate(
    'report-build',
    (id) =>
      ({ reporting: api }, options) =>
        buildsAt.map((at) => () => api.build(encodings.json({ reportTemplate: id }), at, options)),
  ),
  'report-download': ofTemplate('report-download', (id) => ({ reporting: api }, options) => [
    async () => opened(await api.download({ reportTemplate: id }, options)),
  ]),
  reoptimize: {
    alone: true,
    operation: 'reoptimize',
    names: 'Id',
    needs: [...(optimization.interval.needs ?? []), 'service-api'],
    async keep(context, stranger) {
      const { responsible } = fixture(context).references ?? {}
      const sent = leastActivity(context, {
        durationInMinutes: 30,
        ...(responsible ? { responsibles: [responsible] } : {}),
      })
      const { id: call, tree } = await created(context, leastCall(context, { activities: [sent] }))
      const ids = activitiesOf(tree).flatMap((one) => idOf(one) ?? [])
      const { account_id: account, companies } = granted(await context.as(stranger).token.obtain())
      const [company] = Array.isArray(companies) ? (companies as ReadonlyArray<{ readonly id?: unknown }>) : []
      const own = { headers: { 'X-Account-Id': String(account), 'X-Company-Id': String(company?.id) } }
      return {
        secrets: [],
        isSlow: true,
        see: async () => {
          const shown = []
          for (const id of ids) {
            const answer = await context.api.service.activity(call, id)
            const activity = partOf(answer.json)
            await rely(service['get-activity'], async () =>
              must.equal('its subject', activity['subject'], sent['subject']),
            )
            shown.push([activity['plannedStartDate'], activity['responsibles']])
          }
          return shown
        },
        tries: (api, options = own) => [
          async () => {
            const answer = await answered({ ...context, api }, wish(context, ids), options)
            // What it does shows once the job is over.
            if (answer.status < 300) await jobOver(context)
            return answer
          },
        ],
      }
    },
  },
}
