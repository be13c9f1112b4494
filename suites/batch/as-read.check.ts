import { check, each, keyOf, must, show, eventually, matchers } from '../../src/kit/index.ts'
import { fileNames } from '../data/attachment/file-name.ts'
import { attached, mustHoldBytes, samples } from '../data/attachment/steps.ts'
import { data } from '../data/record/requirements.ts'
import { ownFields } from '../data/named-later.ts'
import { nameField, read, whole, shown } from '../data/steps.ts'
import {
  changeable,
  filled,
  makeable,
  mustHoldWhatWasSent,
  mustReadAlike,
  readTwice,
  steadyIn,
  unbooked,
} from '../data/values/as-read.ts'
import { batch } from './requirements.ts'
import { isToldElsewhere, mustAllSucceed, mustHaveParts, recordOfPart, send } from './steps.ts'

check(
  batch['any-interface'],
  'reads-as-outside',
  {
    brokenBy: ['value-boolean-wrong-in-batch-reads', 'datetime-ms-lost'],
    needs: ['query-language'],
    effects: true,
  },
  async (context) => {
    const { part } = context.api.batch
    await each(makeable(context), async (resource) => {
      const { body, record, dto } = await filled(context, resource)
      const search = { query: { query: `externalId = "${record.externalId}"` } }
      const requests = [
        part.get(resource, record.id),
        part.get(resource, { externalId: record.externalId }),
        part.list(resource, search),
      ]
      const answer = await send(context, requests)
      mustAllSucceed(answer, requests.length)
      const [byId, byExternalId, inList] = answer.parts.map((one) => recordOfPart(one, resource))
      const again = (await read(context.api, record.id, resource)) ?? {}
      const fields = { set: Object.keys(body), steady: steadyIn(dto, again) }
      mustReadAlike(`a part that reads a ${resource} by id`, byId ?? {}, dto, fields)
      mustReadAlike(`a part that reads a ${resource} by external id`, byExternalId ?? {}, dto, fields)
      if (inList) return mustReadAlike(`a part that lists ${resource} records`, inList, dto, fields)
      // A list may not show the record yet: where one outside does, one in a batch does so soon.
      if (!shown(await context.api.data.list(resource, search), resource)) return
      await eventually(
        context,
        async () => recordOfPart((await send(context, [part.list(resource, search)])).parts[0], resource),
        (found) => matchers.present(`the ${resource} in a part that lists it, as outside`, found),
      )
    })
  },
)

check(
  data['partial-update'],
  'answers-of-parts-as-read-by-id',
  {
    calls: ['batch'],
    needs: ['batch'],
    brokenBy: ['value-boolean-turned-in-answers', 'boolean-string-chargeable'],
    effects: true,
  },
  async (context) => {
    const { part } = context.api.batch
    const forced = { force: true }
    await each(changeable(context), async (resource) => {
      const [put, patched] = [await filled(context, resource), await filled(context, resource)]
      const title = nameField(resource)
      // A service may want names of their own, without some sign.
      const sign = String(put.other[title]).includes('+') ? '+' : '-'
      const renamed = (sent: Readonly<Record<string, unknown>>) =>
        title in put.other ? { ...sent, [title]: `${context.fresh.text()} Aa${sign}b ä` } : sent
      // What the template made for a record need not be what another can have.
      const own = ownFields(context, resource)
      const shared = (sent: Readonly<Record<string, unknown>>) =>
        Object.fromEntries(Object.entries(sent).filter(([name]) => !own.includes(name)))
      if (Object.keys(shared(put.other)).length === 0) return
      // What the second of two alike could not have at the same time, a third cannot have either.
      const booked = Object.keys(put.body).every((name) => name in patched.body)
      const others = () => renamed(shared(booked ? put.other : unbooked(context, resource, put.other)))
      // The other way round, so that no two answers of a kind are alike.
      const [putByName, patchedByName] = [
        await filled(context, resource, others(), { booked }),
        await filled(context, resource, others(), { booked }),
      ]
      const back = Object.fromEntries(Object.keys(shared(put.other)).map((name) => [name, patched.body[name] ?? null]))
      const created = [put.body, { ...put.body, ...put.other }].map((body) => ({
        ...unbooked(context, resource, renamed(shared(body))),
        id: context.fresh.id(),
        externalId: context.fresh.externalId(),
      }))
      const { id: _, ...rest } = putByName.body
      const named = (one: typeof put) => ({ externalId: one.record.externalId })
      const changes = [
        { what: 'a PUT', of: put, sent: { ...put.body, ...put.other } },
        { what: 'a PATCH', of: patched, sent: patched.other },
        { what: 'a PUT by external id', of: putByName, sent: renamed({ ...rest, ...back }) },
        { what: 'a PATCH by external id', of: patchedByName, sent: renamed(back) },
      ]
      const answer = await send(
        context,
        [
          ...changes.map(({ of, sent }, at) =>
            at % 2 === 0
              ? part.put(resource, at < 2 ? of.record.id : named(of), sent, forced)
              : part.patch(resource, at < 2 ? of.record.id : named(of), sent, forced),
          ),
          ...created.map((body) => part.create(resource, whole(context, body, resource))),
        ],
        { transactional: false },
      )
      mustAllSucceed(answer, 6)
      for (const [at, { what, of, sent }] of changes.entries()) {
        must.equal('records in the answer of a part', answer.parts[at]?.records(keyOf(resource)).length, 1)
        const { dto: after, steady } = await readTwice(context, of.record)
        mustHoldWhatWasSent(`a ${resource} after ${what} in a batch`, after, sent, of.kinds)
        const fields = { set: Object.keys({ ...of.body, ...of.other }), steady }
        mustReadAlike(
          `${what} of a ${resource} in a batch`,
          recordOfPart(answer.parts[at], resource) ?? {},
          after,
          fields,
        )
      }
      for (const [at, body] of created.entries()) {
        const told = recordOfPart(answer.parts[4 + at], resource)
        const { dto: after, steady } = await readTwice(context, { ...put.record, id: body.id })
        mustHoldWhatWasSent(`a ${resource} created in a batch`, after, body, put.kinds)
        const fields = { set: Object.keys(body), steady, mayBePart: true }
        if (told) mustReadAlike(`the answer to the POST of a ${resource} in a batch`, told, after, fields)
      }
    })
  },
)

check(
  batch['any-interface'],
  'attachment-content',
  {
    needs: ['attachments'],
    brokenBy: ['bat-binary-part', 'bat-content-named-otherwise'],
    effects: true,
  },
  async (context) => {
    const { id, bytes } = await attached(context, samples['no-utf-8'])
    const answer = await send(context, [context.api.batch.part.content(id), context.api.batch.part.contentOldForm(id)])
    mustHaveParts(answer, 2)
    const held = answer.parts.filter((part) => !isToldElsewhere(part))
    must.done('every part', ...held)
    const outside = await context.api.data.content(id)
    for (const part of held) {
      mustHoldBytes(part, bytes)
      for (const header of ['Content-Disposition', 'Content-Type'])
        must.present(`${header} of the content in a part`, part.header(header), part)
      const [told, wanted] = [part, outside].map((one) => fileNames(one.header('Content-Disposition')))
      must.hold(
        `the file name as outside of a batch: ${show(wanted)}`,
        told?.some((name) => wanted?.includes(name)) ?? false,
        show(told),
      )
    }
  },
)
