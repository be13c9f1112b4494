/** Where the documents put each interface below its address; a target file may say otherwise under basePaths. */
export const basePaths = {
  token: '/api/oauth2/v1',
  directory: '/ds/api/directory/v1',
  company: '/masterCloudInterface/informationService',
  data: '/api/data/v4',
  query: '/api/query/v1',
  batch: '/api/data/batch/v1/',
  service: '/api/service-management/v2/composite-tree/service-calls',
  /** Its last segment begins the paths of the documents, and is not doubled. */
  crowd: '/api/crowd/v2/technicians',
  dispatch: '/cloud-partner-dispatch-service',
  scim: '/api/scim/v2',
  user: '/api/user/v1/users',
  optimization: '/optimization/api/v1',
  reporting: '/api/reporting/v1',
  /** The older address of an attachment's content. */
  attachmentService: '/dataCloudInterface/attachmentService',
} as const

/** Where service calls are written in bulk, in a form that clients are known to use: beside the trees (B-SVC-19 shows no path). */
export const compositeBulkPath = (service: string): string =>
  service.replace(/composite-tree(?=\/|$)/, 'composite-bulk')

export type BasePaths = Readonly<Record<keyof typeof basePaths, string>>
