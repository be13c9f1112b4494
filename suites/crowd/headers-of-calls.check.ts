import type { Answer } from '../../src/clients/answer.ts'
import type { CallOptions } from '../../src/clients/call.ts'
import { isObject } from '../../src/exchange/json.ts'
import { check, each, must, rely } from '../../src/kit/index.ts'
import { lackingHeader, mustNeedHeader } from '../dispatch/required-headers.ts'
import { crowdHeaders } from './required-headers.ts'
import { crowd } from './requirements.ts'
import {
  address,
  addressOf,
  api,
  createTaken,
  mustShowSent,
  noSkills,
  person,
  readAddress,
  readTechnician,
  skilled,
  technician,
} from './steps.ts'

/** A call is refused without each header in turn. */
const mustNeedHeaders = (send: (options: CallOptions) => Promise<Answer>): Promise<void> =>
  each(crowdHeaders, async (header) => mustNeedHeader(header, await send(lackingHeader(header))))

check(
  crowd['headers-required'],
  'each-of-create',
  {
    brokenBy: [
      'crowd-create-needs-no-x-account-id',
      'crowd-create-needs-no-x-company-name',
      'crowd-create-without-version-yet-done',
    ],
    effects: true,
  },
  async (context) => {
    const sent = person(context)
    await mustNeedHeaders((options) => api(context).create(sent, options))
    const list = await api(context).list({ query: { Size: '1000' } })
    await rely(crowd.list, async () => must.status(list, 200, 404))
    must.lack('technician whose creation was refused', list.json, sent['lastName'] as string)
    await rely(crowd.create, async () => must.status((await createTaken(context, sent)).answer, 201))
  },
)

check(
  crowd['headers-required'],
  'each-of-address-create',
  {
    brokenBy: ['crowd-address-create-needs-no-x-account-name', 'crowd-address-create-needs-no-x-client-id'],
    effects: true,
  },
  async (context) => {
    const { externalId } = await technician(context)
    const sent = address(context)
    await mustNeedHeaders((options) => api(context).createAddress(externalId, sent, options))
    const { id } = await addressOf(context, { externalId }, sent)
    mustShowSent('the address, created with all headers', await readAddress(context, externalId, id), sent)
  },
)

check(
  crowd['headers-required'],
  'each-of-address-read',
  {
    brokenBy: ['crowd-address-read-needs-no-x-account-id', 'crowd-address-read-needs-no-x-company-id'],
    effects: true,
  },
  async (context) => {
    const { externalId } = await technician(context)
    const { id, sent } = await addressOf(context, { externalId })
    await mustNeedHeaders((options) => api(context).getAddress(externalId, id, options))
    mustShowSent('the address, read with all headers', await readAddress(context, externalId, id), sent)
  },
)

check(
  crowd['headers-required'],
  'each-of-address-batch',
  {
    brokenBy: ['crowd-address-batch-needs-no-x-client-version', 'crowd-address-batch-needs-no-x-company-id'],
    effects: true,
  },
  async (context) => {
    const { externalId } = await technician(context)
    const { id, sent } = await addressOf(context, { externalId })
    const requests = [{ id: '1', operation: 'UPDATE', address: { ...sent, id, city: 'Changed' } }]
    await mustNeedHeaders((options) => api(context).addressBatch(externalId, requests, options))
    mustShowSent('the address as before', await readAddress(context, externalId, id), sent)
    await rely(crowd['address-batch'], async () =>
      must.status(await api(context).addressBatch(externalId, requests), 201),
    )
  },
)

check(
  crowd['headers-required'],
  'each-of-skill',
  {
    needs: ['crowd-tag'],
    brokenBy: ['crowd-skill-needs-no-x-client-id', 'crowd-skill-needs-no-x-company-name'],
  },
  async (context) => {
    const { externalId } = await skilled(context, context.target.fixtures.crowdTag!.externalId, '2033-06-15')
    const skills = (await readTechnician(context, externalId))?.['skills']
    const [skill] = Array.isArray(skills) ? (skills as readonly unknown[]) : []
    const id = isObject(skill) ? skill['uuid'] : undefined
    if (typeof id !== 'string') return noSkills()
    const answer = await api(context).getSkill(externalId, id)
    await rely(crowd.skill, async () => must.success(answer))
    await mustNeedHeaders((options) => api(context).getSkill(externalId, id, options))
  },
)
