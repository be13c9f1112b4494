import type { Dto } from '../../src/clients/answer.ts'
import { isObject } from '../../src/exchange/json.ts'
import { check, must, rely } from '../../src/kit/index.ts'
import { isOnAPage } from './on-a-page.ts'
import { crowd } from './requirements.ts'
import {
  address,
  addressOf,
  api,
  bearing,
  mustGo,
  mustShowSent,
  readAddress,
  person,
  readTechnician,
  resultsOf,
  technician,
} from './steps.ts'

check(
  crowd.delete,
  'by-external-id',
  { brokenBy: ['crowd-delete-404', 'crowd-delete-with-parts-200', 'crowd-missing-is-unauthorized'], effects: true },
  async (context) => {
    const { externalId } = await technician(context, { address: address(context) })
    await rely(crowd.read, async () => must.present('the technician', await readTechnician(context, externalId)))
    must.status(await api(context).remove(externalId), 204)
    must.absent('technician under its external id', await readTechnician(context, externalId))
  },
)

check(
  crowd['write-is-read'],
  'deleted-technician',
  {
    brokenBy: [
      'crowd-delete-no-effect',
      'crowd-external-id-used-again',
      'crowd-external-id-by-number',
      'crowd-deleted-stay-on-later-pages',
      'crowd-deleted-revived-by-email',
    ],
    effects: true,
  },
  async (context) => {
    const gone = await technician(context, { address: address(context) })
    const kept = await technician(context)
    must.status(await api(context).remove(gone.externalId), 204)
    must.absent('technician under its external id', await readTechnician(context, gone.externalId))
    const later = await technician(context)
    must.differ('the external id of a later technician', later.externalId, gone.externalId)
    mustShowSent('another technician', await readTechnician(context, kept.externalId), kept.sent)
    const isThere = await isOnAPage(context, gone)
    must.hold('a list without the deleted technician', !isThere, gone.externalId)
    // Whether an e-mail is free again is not said, nor that its next technician has another external id.
    const { email, address: former } = gone.sent
    const again = await api(context).create(person(context, { email }))
    if (again.status >= 300) return must.noServerError(again)
    const read = await readTechnician(context, String(resultsOf(again)[0]?.['externalId']))
    must.lack('address of the deleted technician in one of its e-mail', read, String((former as Dto)['city']))
  },
)

check(
  crowd['write-is-read'],
  'deleted-after-it-was-read',
  { brokenBy: ['crowd-deleted-read-as-before', 'crowd-delete-no-effect'], effects: true },
  async (context) => {
    const owner = await technician(context)
    const { id } = await addressOf(context, owner)
    must.present('the address before its deletion', await readAddress(context, owner.externalId, id))
    await mustGo(context, owner, id)
    must.present('the technician before its deletion', await readTechnician(context, owner.externalId))
    must.status(await api(context).remove(owner.externalId), 204)
    must.absent('the technician after its deletion', await readTechnician(context, owner.externalId))
  },
)

check(
  crowd['write-is-read'],
  'deleted-technician-by-its-skill',
  {
    needs: ['crowd-tag'],
    brokenBy: ['crowd-deleted-found-by-skill', 'crowd-skills-outlive-technician'],
    effects: true,
  },
  async (context) => {
    const { externalId: tagExternalId, name } = context.target.fixtures.crowdTag!
    const one = await bearing(context, [{ tagExternalId, startedAt: '2026-01-01' }])
    const before = await readTechnician(context, one.externalId)
    must.present('the technician before its deletion', before)
    const skills = Array.isArray(before?.['skills']) ? (before['skills'] as readonly unknown[]).filter(isObject) : []
    await rely(crowd.delete, async () => must.status(await api(context).remove(one.externalId), 204))
    must.absent('the technician after its deletion', await readTechnician(context, one.externalId))
    // For this read no status of a refusal is listed.
    for (const { uuid } of skills)
      if (typeof uuid === 'string') must.refused4xx(await api(context).getSkill(one.externalId, uuid))
    const isThere = await isOnAPage(context, one, { skillName: name })
    must.hold('a list by the skill without the deleted technician', !isThere, one.externalId)
  },
)
