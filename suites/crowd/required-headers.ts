/** Headers without which a call is refused (B-CRW-26); what comes of one without Accept or content-type is not shown (B-CRW-30). */
export const crowdHeaders = [
  'Authorization',
  'X-Account-ID',
  'X-Account-Name',
  'X-Client-ID',
  'X-Client-Version',
  'X-Company-Id',
  'X-Company-Name',
] as const
