import type { Context } from '../../src/kit/index.ts'
import { must, plainId } from '../../src/kit/index.ts'
import { attached, givesAway, mustHoldBytes, forms, bodyOf } from '../data/attachment/steps.ts'
import { leafResource } from '../data/list/leaves.ts'
import { drawnWithText } from '../data/offered.ts'
import { succeeded, textField, whole } from '../data/steps.ts'
import {
  changing,
  creating,
  deleting,
  mustBeAbsent,
  mustBeAsBefore,
  mustNotBeThere,
  stored,
  type Request,
} from './steps.ts'

/** Something that a batch does, and how to tell that it was rolled back. */
export interface Undoable {
  readonly requests: readonly Request[]
  /** Throws if any trace of it is left. */
  gone(): Promise<void>
}

/** Every kind of write that a transaction may have to roll back (A-BAT-08). */
export const deeds = {
  'create-by-post': async (context: Context): Promise<Undoable> => {
    const made = creating(context)
    return { requests: [made.request], gone: () => mustNotBeThere(context.api, [made]) }
  },
  'create-by-put': async (context: Context): Promise<Undoable> => {
    const body = whole(context)
    const id = context.fresh.id()
    return {
      requests: [context.api.batch.part.put('ServiceCall', id, body)],
      gone: () => mustBeAbsent(context.api, { id, externalId: body['externalId'] }),
    }
  },
  partner: async (context: Context): Promise<Undoable> => {
    const resource = leafResource(context)
    const made = creating(context, {}, resource)
    return { requests: [made.request], gone: () => mustNotBeThere(context.api, [made], resource) }
  },
  'another-resource': async (context: Context): Promise<Undoable> => {
    const resource = drawnWithText(context)
    const field = textField(context, resource)
    const [record, gone] = [await stored(context, {}, resource), await stored(context, {}, resource)]
    const patch = { [field]: context.fresh.text() }
    return {
      requests: [context.api.batch.part.patch(resource, record.id, patch, { force: true }), deleting(context, gone)],
      async gone() {
        for (const one of [record, gone]) await mustBeAsBefore(context.api, one, [field])
      },
    }
  },
  patch: async (context: Context): Promise<Undoable> => {
    const record = await stored(context, { remarks: context.fresh.text() })
    return {
      requests: [changing(context, record, context.fresh.text())],
      async gone() {
        await mustBeAsBefore(context.api, record)
        // The lock goes by what is shown, not by what was taken back.
        const { lastChanged } = record
        must.success(
          await context.api.data.patch('ServiceCall', record.id, { remarks: context.fresh.text(), lastChanged }),
        )
      },
    }
  },
  replace: async (context: Context): Promise<Undoable> => {
    const record = await stored(context, { remarks: context.fresh.text() })
    const body = whole(context, { externalId: record.externalId })
    return {
      requests: [context.api.batch.part.put('ServiceCall', record.id, body, { force: true })],
      gone: () => mustBeAsBefore(context.api, record),
    }
  },
  'external-id': async (context: Context): Promise<Undoable> => {
    const record = await stored(context)
    const externalId = context.fresh.externalId()
    const tried = await stored(context)
    const removal = await context.api.data.patch('ServiceCall', tried.id, { externalId: null }, { force: true })
    return {
      // Removed and set again: whether one may be changed at once is not stated, nor that one can be taken away.
      requests: (succeeded(removal) ? [null, externalId] : [record.externalId]).map((value) =>
        context.api.batch.part.patch('ServiceCall', record.id, { externalId: value }, { force: true }),
      ),
      async gone() {
        await mustBeAsBefore(context.api, record)
        await mustBeAbsent(context.api, { externalId })
      },
    }
  },
  delete: async (context: Context): Promise<Undoable> => {
    const record = await stored(context)
    return { requests: [deleting(context, record)], gone: () => mustBeAsBefore(context.api, record) }
  },
  'by-external-id': async (context: Context): Promise<Undoable> => {
    const { part } = context.api.batch
    const [gone, record] = [await stored(context), await stored(context)]
    const made = { externalId: context.fresh.externalId() }
    const force = { force: true } as const
    const patch = { subject: context.fresh.text() }
    return {
      requests: [
        part.remove('ServiceCall', { externalId: gone.externalId }, undefined, force),
        part.patch('ServiceCall', { externalId: record.externalId }, patch, force),
        part.put('ServiceCall', made, whole(context, made)),
      ],
      async gone() {
        for (const one of [gone, record]) await mustBeAsBefore(context.api, one)
        await mustBeAbsent(context.api, made)
      },
    }
  },
  'two-changes': async (context: Context): Promise<Undoable> => {
    const record = await stored(context)
    return {
      // The second one also sets what had no value.
      requests: [
        changing(context, record, context.fresh.text()),
        context.api.batch.part.patch(
          'ServiceCall',
          record.id,
          { subject: context.fresh.text(), remarks: context.fresh.text() },
          { force: true },
        ),
      ],
      gone: () => mustBeAsBefore(context.api, record),
    }
  },
  'create-and-delete': async (context: Context): Promise<Undoable> => {
    const made = creating(context)
    return {
      requests: [made.request, deleting(context, { id: made.id, resource: 'ServiceCall' })],
      gone: () => mustNotBeThere(context.api, [made]),
    }
  },
} as const

export const attachmentDeeds = {
  'attachment-created': async (context: Context): Promise<Undoable> => {
    const bytes = Buffer.from('to be taken back')
    const body = bodyOf(context, bytes)
    return {
      requests: [context.api.batch.part.create('Attachment', body)],
      async gone() {
        await mustBeAbsent(context.api, { id: body['id'], externalId: body['externalId'] }, 'Attachment')
        for (const form of ['content', 'older-form'] as const)
          must.hold(
            'nothing of its content',
            !givesAway(await forms[form](context, String(body['id'])), bytes),
            'the content that was taken back',
          )
      },
    }
  },
  'attachment-deleted': async (context: Context): Promise<Undoable> => {
    const bytes = Buffer.from('stays as it is')
    const { id } = await attached(context, bytes)
    return {
      requests: [context.api.batch.part.remove('Attachment', id, undefined, { force: true })],
      gone: async () => mustHoldBytes(await forms.content(context, plainId(id)), bytes),
    }
  },
} as const
