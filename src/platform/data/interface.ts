import type { Interface } from '../interface.ts'
import { dataCall } from './data-call.ts'
import { readList, readOne } from './read.ts'
import { remove } from './remove.ts'
import { create, update } from './write.ts'

const list = '/api/data/v4/:resource'
const places = [`${list}/:id`, `${list}/externalId/:externalId`]

/** The Data API: resources described by data (catalogue.ts), one set of operations for all of them. */
export const dataInterface: Interface = {
  name: 'data', at: 'cluster',
  routes: [
    { method: 'GET', path: list, handle: (call, house) => dataCall(call, house, 'read', readList) },
    { method: 'POST', path: list, handle: (call, house) => dataCall(call, house, 'create', create) },
    ...places.flatMap((path) => [
      { method: 'GET', path, handle: (call, house) => dataCall(call, house, 'read', readOne) },
      { method: 'PUT', path, handle: (call, house) => dataCall(call, house, 'update', (data) => update(data, 'put')) },
      { method: 'PATCH', path, handle: (call, house) => dataCall(call, house, 'update', (data) => update(data, 'patch')) },
      { method: 'DELETE', path, handle: (call, house) => dataCall(call, house, 'delete', remove) },
    ] satisfies Interface['routes']),
  ],
}
