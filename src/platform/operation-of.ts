/** Operations of the cluster's interfaces by method and path below the cluster's address: what a deviation of one route names. */
const table: Readonly<Record<string, string>> = {
  'GET /masterCloudInterface/informationService/companies': 'company-list',
  'GET /api/data/v4/:resource/:id': 'data-get',
  'GET /api/data/v4/:resource/externalId/:externalId': 'data-get-by-external-id',
  'GET /api/data/v4/:resource': 'data-list',
  'POST /api/data/v4/:resource': 'data-post',
  'PUT /api/data/v4/:resource/:id': 'data-put',
  'PUT /api/data/v4/:resource/externalId/:externalId': 'data-put-by-external-id',
  'PATCH /api/data/v4/:resource/:id': 'data-patch',
  'PATCH /api/data/v4/:resource/externalId/:externalId': 'data-patch-by-external-id',
  'DELETE /api/data/v4/:resource/:id': 'data-delete',
  'DELETE /api/data/v4/:resource/externalId/:externalId': 'data-delete-by-external-id',
  'GET /api/data/v4/:resource/deleted': 'deleted-listing',
  'GET /api/data/v4/Attachment/:id/content': 'attachment-content',
  'GET /dataCloudInterface/attachmentService': 'attachment-content-older-form',
  'POST /api/query/v1': 'query',
  'POST /api/crowd/v2/technicians': 'crowd-create',
  'GET /api/crowd/v2/technicians': 'crowd-list',
  'GET /api/crowd/v2/technicians/external-id/:externalId': 'crowd-get',
  'PUT /api/crowd/v2/technicians/external-id/:externalId': 'crowd-update',
  'DELETE /api/crowd/v2/technicians/external-id/:externalId': 'crowd-delete',
  'POST /api/crowd/v2/technicians/:externalId/addresses': 'crowd-address-create',
  'GET /api/crowd/v2/technicians/:externalId/addresses/:id': 'crowd-address-get',
  'PUT /api/crowd/v2/technicians/:externalId/addresses/:id': 'crowd-address-update',
  'DELETE /api/crowd/v2/technicians/:externalId/addresses/:id': 'crowd-address-delete',
  'POST /api/crowd/v2/technicians/:externalId/addresses/actions/batch': 'crowd-address-batch',
  'GET /api/crowd/v2/technicians/:externalId/skills/:id': 'crowd-skill-get',
  'GET /cloud-partner-dispatch-service/api/v1/assignment-details': 'dispatch-list',
  'PUT /cloud-partner-dispatch-service/api/v1/assignment-details/:activityId': 'dispatch-update',
  'POST /cloud-partner-dispatch-service/api/partner-dispatch/v1/confirm': 'dispatch-confirm',
  'POST /cloud-partner-dispatch-service/api/partner-dispatch/v1/notify': 'dispatch-notify',
  'POST /cloud-partner-dispatch-service/api/partner-dispatch/v1/reject': 'dispatch-reject',
  'POST /cloud-partner-dispatch-service/api/partner-dispatch/v1/accept': 'dispatch-accept',
  'POST /cloud-partner-dispatch-service/api/partner-dispatch/v1/accept/batch': 'dispatch-batch-accept',
  'POST /cloud-partner-dispatch-service/api/partner-dispatch/v1/release': 'dispatch-release',
  'POST /api/data/batch/v1/': 'batch',
  'POST /api/data/batch/v1': 'batch',
  'POST /api/service-management/v2/composite-tree/service-calls': 'service-create',
  'GET /api/service-management/v2/composite-tree/service-calls/:serviceCall': 'service-get',
  'GET /api/service-management/v2/composite-tree/service-calls/:serviceCall/activities/:activity': 'service-activity',
}

/** The operation that a route serves; a create of an attachment is one of its own. Other routes: their method and path. */
export function operationOf(method: string, path: string, { resource }: { readonly resource?: string }): string {
  const route = `${method} ${path}`
  const name = table[route] ?? route
  return name === 'data-post' && resource === 'Attachment' ? 'attachment-post' : name
}
