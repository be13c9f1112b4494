import { batchApi, type BatchApi } from './batch.ts'
import { bulkApi, type BulkApi } from './bulk.ts'
import type { Caller } from './caller.ts'
import { companyApi, type CompanyApi } from './company.ts'
import { crowdApi, type CrowdApi } from './crowd.ts'
import { dataApi, type DataApi } from './data.ts'
import { directoryApi, type DirectoryApi } from './directory.ts'
import { dispatchApi, type DispatchApi } from './dispatch.ts'
import { optimizationApi, type OptimizationApi } from './optimization.ts'
import { queryApi, type QueryApi } from './query.ts'
import { rawApi, type RawApi } from './raw.ts'
import { reportingApi, type ReportingApi } from './reporting.ts'
import { serviceApi, type ServiceApi } from './service.ts'
import { scimApi, type ScimApi } from './scim.ts'
import { tokenApi, type TokenApi } from './token.ts'
import { userApi, type UserApi } from './user.ts'

/** One thin typed client per interface, all acting as one identity within one check. */
export interface Api {
  readonly token: TokenApi
  readonly directory: DirectoryApi
  readonly company: CompanyApi
  readonly data: DataApi
  readonly query: QueryApi
  readonly bulk: BulkApi
  readonly batch: BatchApi
  readonly service: ServiceApi
  readonly crowd: CrowdApi
  readonly dispatch: DispatchApi
  readonly scim: ScimApi
  readonly user: UserApi
  readonly optimization: OptimizationApi
  readonly reporting: ReportingApi
  /** Exact bytes, for what no well-behaved client would send. */
  readonly raw: RawApi
}

export const createApi = (caller: Caller): Api => ({
  token: tokenApi(caller),
  directory: directoryApi(caller),
  company: companyApi(caller),
  data: dataApi(caller),
  query: queryApi(caller),
  batch: batchApi(caller),
  bulk: bulkApi(caller),
  service: serviceApi(caller),
  crowd: crowdApi(caller),
  dispatch: dispatchApi(caller),
  scim: scimApi(caller),
  user: userApi(caller),
  optimization: optimizationApi(caller),
  reporting: reportingApi(caller),
  raw: rawApi(caller),
})
