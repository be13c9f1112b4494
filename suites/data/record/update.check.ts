import { check, keyOf, must } from '../../../src/kit/index.ts'
import { data } from './requirements.ts'
import {
  call,
  changed,
  mustShow,
  read,
  refOf,
  sight,
  stored,
  succeeded,
  whole,
  words,
  type AddressedBy,
} from '../steps.ts'
import { remarksOnceRemoved } from '../without-remarks.ts'

const updated = ['id', 'subject', 'remarks', 'externalId']

/** The requirements and faults of both routes side by side: for external ids the documents say the same in another statement. */
const byRoute = {
  'by-id': { replace: data.replace, patch: data['partial-update'], suffix: '' },
  'by-external-id': {
    replace: data['update-by-external-id'],
    patch: data['update-by-external-id'],
    suffix: '-by-external-id',
  },
} as const

for (const route of ['by-id', 'by-external-id'] as const satisfies readonly AddressedBy[]) {
  const { replace, patch, suffix } = byRoute[route]

  check(
    replace,
    `put-${route}`,
    {
      brokenBy: [
        `data-put${suffix}-update-status-200`,
        'data-put-not-stored',
        'data-put-answers-old-version',
        'data-put-answers-nothing',
        'put-200-on-noop',
        route === 'by-id' ? 'own-external-id-counts-as-in-use' : 'put-extid-new-id',
      ],
      effects: true,
    },
    async (context) => {
      const before = await stored(context)
      const body = whole(context, { externalId: before.externalId, remarks: context.fresh.text() })
      const answer = await context.api.data.put(call, refOf(before, route), {
        ...body,
        lastChanged: before.lastChanged,
      })
      must.status(answer, 201)
      const expected = sight({ ...body, id: before.id }, updated)
      must.equal('the record in the answer', sight(answer.record(keyOf(call)), updated), expected)
      must.equal(`the record after a PUT ${words(route)}`, sight(await read(context.api, before.id), updated), expected)
      const again = await context.api.data.put(call, refOf(before, route), body, { force: true })
      must.status(again, 201)
      must.equal('the record in the answer to the same PUT', sight(again.record(keyOf(call)), updated), expected)
    },
  )

  check(
    replace,
    `put-${route}-unsets-what-is-not-sent`,
    {
      brokenBy: [
        `data-put${suffix}-merges`,
        ...(route === 'by-id' ? ['put-keeps-external-id', 'put-answer-replaced-store-merged'] : []),
      ],
      effects: true,
    },
    async (context) => {
      const before = await stored(context, { remarks: context.fresh.text() })
      const { externalId, ...body } = whole(context, { externalId: before.externalId })
      const put = (more: object) =>
        context.api.data.put(call, refOf(before, route), { ...body, ...more, lastChanged: before.lastChanged })
      // A target may require an external id; whether the path of an update by external id stands for it is not stated.
      const isBare = route === 'by-id' && succeeded(await put({}))
      if (!isBare) must.status(await put({ externalId }), 201)
      const now = await read(context.api, before.id)
      if (isBare) must.differ('the externalId that was not sent', now?.['externalId'], externalId)
      must.equal(`the subject after a PUT ${words(route)}`, now?.['subject'], body['subject'])
      must.differ('remarks that were not sent', now?.['remarks'], before.dto['remarks'])
    },
  )

  check(
    replace,
    `put-${route}-unsets-what-a-patch-set`,
    { brokenBy: [`data-put${suffix}-merges`, 'put-keeps-what-patch-set'], effects: true },
    async (context) => {
      const before = await changed(context, await stored(context), { remarks: context.fresh.text() })
      const body = whole(context, { externalId: before.externalId, lastChanged: before.lastChanged })
      must.status(await context.api.data.put(call, refOf(before, route), body), 201)
      const now = await read(context.api, before.id)
      must.equal(`the subject after a PUT ${words(route)}`, now?.['subject'], body['subject'])
      must.differ('remarks that were not sent', now?.['remarks'], before.dto['remarks'])
    },
  )

  check(
    patch,
    `patch-${route}`,
    {
      brokenBy: [
        `data-patch${suffix}-update-status-200`,
        'data-patch-not-stored',
        'data-patch-answers-old-version',
        'data-patch-answers-nothing',
        'patch-200-when-unchanged',
        ...(route === 'by-id' ? [] : ['patch-extid-body-empty', 'get-cache-not-cleared-by-extid']),
        `data-patch${suffix}-resets`,
      ],
      effects: true,
    },
    async (context) => {
      const before = await stored(context, { remarks: context.fresh.text() })
      const subject = context.fresh.text()
      const answer = await context.api.data.patch(call, refOf(before, route), {
        subject,
        lastChanged: before.lastChanged,
      })
      must.status(answer, 201)
      const expected = sight({ ...before.dto, subject }, updated)
      must.equal('the record in the answer', sight(answer.record(keyOf(call)), updated), expected)
      must.equal(
        `the record after a PATCH ${words(route)}`,
        sight(await read(context.api, before.id), updated),
        expected,
      )
      const again = await context.api.data.patch(call, refOf(before, route), { subject }, { force: true })
      must.status(again, 201)
      must.equal('the record in the answer to the same PATCH', sight(again.record(keyOf(call)), updated), expected)
    },
  )

  check(
    route === 'by-id' ? data['null-removes'] : patch,
    `patch-null-${route}`,
    {
      brokenBy: [
        'data-patch-null-ignored',
        'data-patch-null-text',
        'data-patch-null-empty',
        ...(route === 'by-external-id' ? ['nulls-skipped-beside-a-value'] : []),
        'null-empties-a-text',
        ...(route === 'by-id' ? [] : ['null-only-when-alone']),
      ],
      effects: true,
    },
    async (context) => {
      const before = await stored(context, { remarks: context.fresh.text() })
      // By one route alone, by the other among other fields.
      const more = route === 'by-id' ? {} : { subject: context.fresh.text() }
      const change = { ...more, remarks: null, lastChanged: before.lastChanged }
      must.status(await context.api.data.patch(call, refOf(before, route), change), 201)
      const now = await read(context.api, before.id)
      mustShow(
        'the record without remarks',
        now,
        { ...before.dto, ...more, remarks: await remarksOnceRemoved(context, now) },
        ['subject', 'remarks', 'externalId'],
      )
    },
  )
}
