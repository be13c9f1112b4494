import { check, holds, must, rely } from '../../src/kit/index.ts'
import { crowd } from './requirements.ts'
import { address, api, readTechnician, technician } from './steps.ts'

check(
  crowd.delete,
  'by-external-id',
  { brokenBy: ['crowd-delete-404', 'crowd-delete-with-parts-200'], effects: true },
  async (context) => {
    const { externalId } = await technician(context, { address: address(context) })
    must.status(await api(context).remove(externalId), 204)
    must.absent('technician under its external id', await readTechnician(context, externalId))
  },
)

check(
  crowd['write-is-read'],
  'deleted-technician',
  { brokenBy: ['crowd-delete-no-effect', 'crowd-external-id-used-again'], effects: true },
  async (context) => {
    const [gone, kept] = [await technician(context), await technician(context)]
    must.status(await api(context).remove(gone.externalId), 204)
    must.absent('technician under its external id', await readTechnician(context, gone.externalId))
    const later = await technician(context)
    must.differ('the external id of a later technician', later.externalId, gone.externalId)
    must.present('another technician', await readTechnician(context, kept.externalId))
    const list = await api(context).list({ query: { Size: '1000' } })
    must.status(list, 200)
    must.hold('a list without the deleted technician', !holds(list.json, gone.externalId), gone.externalId)
  },
)

check(
  crowd['write-is-read'],
  'deleted-technician-by-its-skill',
  { needs: ['crowd-tag'], brokenBy: ['crowd-deleted-found-by-skill'], effects: true },
  async (context) => {
    const { externalId: tagExternalId, name } = context.target.fixtures.crowdTag!
    const one = await technician(context, { skills: [{ tagExternalId, startedAt: '2026-01-01' }] })
    must.present('the technician before its deletion', await readTechnician(context, one.externalId))
    await rely(crowd.delete, async () => must.status(await api(context).remove(one.externalId), 204))
    must.absent('the technician after its deletion', await readTechnician(context, one.externalId))
    const list = await api(context).list({ query: { Size: '1000', skillName: name } })
    must.status(list, 200)
    const listed = holds(list.json, one.externalId)
    must.hold('a list by the skill without the deleted technician', !listed, one.externalId)
  },
)
