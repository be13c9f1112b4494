import type { Interface } from '../interface.ts'
import { readContent } from './attachment.ts'
import { dataCall } from './data-call.ts'
import { readDeleted } from './deleted.ts'
import { readList, readOne } from './read.ts'
import { refusal } from './refusal.ts'
import { remove } from './remove.ts'
import { create, update } from './write.ts'

const list = '/api/data/v4/:resource'
const places = [`${list}/:id`, `${list}/externalId/:externalId`]

/** The Data API: resources described by data (catalogue.ts), one set of operations for all of them. */
export const dataInterface: Interface = {
  name: 'data',
  at: 'cluster',
  routes: [
    { method: 'GET', path: list, handle: (call, house) => dataCall(call, house, { action: 'read' }, readList) },
    { method: 'POST', path: list, handle: (call, house) => dataCall(call, house, { action: 'create' }, create) },
    {
      method: 'GET',
      path: `${list}/deleted`,
      handle: (call, house) => dataCall(call, house, { action: 'read', ofDto: false }, readDeleted),
    },
    {
      method: 'GET',
      path: '/api/data/v4/Attachment/:id/content',
      handle: (call, house) =>
        dataCall(call, house, { action: 'read', resource: 'Attachment' }, (data) =>
          readContent(data, call.params['id'] ?? '', 'resource'),
        ),
    },
    {
      method: 'GET',
      path: '/dataCloudInterface/attachmentService',
      handle: (call, house) =>
        dataCall(call, house, { action: 'read', resource: 'Attachment', ofDto: false }, (data) =>
          call.query.get('operation') === 'download'
            ? readContent(data, call.query.get('guid') ?? '', 'service')
            : refusal(400, 'CA-400', 'operation must be download'),
        ),
    },
    ...places.flatMap(
      (path) =>
        [
          { method: 'GET', path, handle: (call, house) => dataCall(call, house, { action: 'read' }, readOne) },
          {
            method: 'PUT',
            path,
            handle: (call, house) => dataCall(call, house, { action: 'update' }, (data) => update(data, 'put')),
          },
          {
            method: 'PATCH',
            path,
            handle: (call, house) => dataCall(call, house, { action: 'update' }, (data) => update(data, 'patch')),
          },
          { method: 'DELETE', path, handle: (call, house) => dataCall(call, house, { action: 'delete' }, remove) },
        ] satisfies Interface['routes'],
    ),
  ],
}
