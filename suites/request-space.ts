/** A kind of request that no check sends, and why not; `*` stands for any characters in both names. */
export interface ExplainedHole {
  /** Id of an operation in schemas/. */
  readonly operation: string
  /** The kind of request, as "list coverage --requests" writes it. */
  readonly cell: string
  readonly because: string
}

const hole = (because: string, operation: string, ...cells: readonly string[]): readonly ExplainedHole[] =>
  cells.map((cell) => ({ operation, cell, because }))

const unread = 'the documents do not say how a value of another type is read'
const dtosForm = 'no list of <Resource>.<version> pairs that the documents allow is like that'
const anyClientId = 'what a clientIdentifier looks like is not shown; it is only said to be accepted (A-PAR-14)'

/** Calls of technicians and dispatching that have no parameter. */
const withoutQuery = [
  ...['create', 'get', 'update', 'delete', 'skill-get'].map((name) => `crowd/${name}`),
  ...['create', 'get', 'update', 'delete'].map((name) => `crowd/address-${name}`),
  ...['update', 'confirm', 'notify', 'reject', 'accept', 'release', 'accept-batch'].map((name) => `dispatch/${name}`),
]

const inHeaders = (operations: string, statement: string): readonly ExplainedHole[] => [
  ...hole('a token in the query may be taken or refused on these calls (B-PRV-04)', operations, 'token query'),
  ...hole(
    `client, account and company are carried by headers, and their query forms are not stated (${statement})`,
    operations,
    'client id query',
    'client version query',
    'account sent',
    'company sent',
    'user sent',
  ),
  ...hole(
    `no sentence gives these calls a request id (${statement}): one is sent for tracing`,
    operations,
    'request id *',
  ),
  ...hole(
    `these calls name no user (${statement}), so a request does not tell whose login sent it`,
    operations,
    'identity admin',
    'identity user',
    'identity general',
  ),
]

/** The first that fits explains a hole. What is filled after all is an error: remove it then. */
export const explainedHoles: readonly ExplainedHole[] = [
  ...inHeaders('crowd/*', 'B-CRW-01'),
  ...inHeaders('dispatch/*', 'B-DSP-01'),
  ...withoutQuery.flatMap((operation) =>
    hole(
      'the call has no parameter in a query that could be encoded',
      operation,
      'query in unreserved encoded',
      'query in lower-case hex',
    ),
  ),
  ...hole('how skillName is compared is not shown (B-CRW-30)', 'crowd/list', '?skillName long', '?skillName non-ascii'),
  ...hole(
    'no date is like that (B-CRW-07)',
    'crowd/list',
    '?skllValidityDate long',
    '?skllValidityDate non-ascii',
    '?skllValidityDate reserved',
  ),
  ...hole(
    'its values are NOTIFIED and ACCEPTED only (B-DSP-03)',
    'dispatch/list',
    '?partnerDispatchingStatus long',
    '?partnerDispatchingStatus non-ascii',
    '?partnerDispatchingStatus reserved',
  ),
  ...hole(unread, 'crowd/*', '?Page text', '?Size text', '?transactional *'),
  ...hole('the documents show no call of the Bulk API (A-BLK-01): what it does is only observed', 'data/bulk-*', '*'),
  ...hole(
    'the documents show neither path nor payload of these calls (B-SVC-19): a form of known clients is tried',
    'service/patch',
    '*',
  ),
  ...hole(
    'the documents show neither path nor payload of these calls (B-SVC-19): a form of known clients is tried',
    'service/bulk-*',
    '*',
  ),
  ...hole(
    'nothing says that a lookup needs a token or context: it is asked as a connector asks it (A-DIR-01)',
    'directory/account',
    'token *',
    'identity *',
    'client *',
    'request id query',
    'account absent',
    'user absent',
    'company sent',
    'query in *',
  ),
  ...hole(
    'its own section names the header forms (A-QRY-01)',
    'query/select',
    'client id query',
    'client version query',
  ),
  ...hole(
    'no call of it is said to need a company, and none is said to be refused without (A-AUT-07)',
    'batch/send',
    'company absent',
  ),
  ...hole(
    'the guid names the attachment: nothing says that this form needs a company (A-PAR-01)',
    'data/attachment-content-older',
    'company absent',
    '?guid *',
    '?operation *',
  ),
  ...hole('a token in the query may be taken or refused on these calls (B-PRV-04)', 'reporting/*', 'token query'),
  ...hole('whether a report needs privileges, and of whom, is not shown (B-PRV-05)', 'reporting/*', 'identity *'),
  ...hole(
    'no header but Authorization is stated for these calls (B-RPT-10)',
    'reporting/*',
    'client *',
    'request id *',
  ),
  ...hole(
    'account, company and clientIdentifier may be sent; that they are due, or read, is not said (B-RPT-08)',
    'reporting/*',
    'account absent',
    'company absent',
    'user absent',
    'query in *',
  ),
  ...hole(
    'the shorter address is asked only where the longer one is not served (B-RPT-01)',
    'reporting/build-at-base',
    '*',
  ),
  ...hole('what a repeated parameter means is said of expand only (A-EXP-04)', '*', '?* repeated'),
  ...hole(dtosForm, '*', '?dtos long', '?dtos non-ascii', '?dtos reserved'),
  ...hole(anyClientId, '*', '?clientIdentifier long', '?clientIdentifier non-ascii', '?clientIdentifier reserved'),
  ...hole(unread, '*', '?to text', '?lastChanged text', '?force* text', '?useExternalIds text', '?page text'),
  ...hole(
    'no field name of the documents is like that',
    '*',
    '?fields non-ascii',
    '?expand non-ascii',
    '?orderBy non-ascii',
  ),
  ...hole(
    'what a target answers to a Query API call without them is not said (A-QRY-03)',
    'query/select',
    '?clientIdentifier absent',
    '?dtos absent',
  ),
  ...hole('no list of names that a check needs is that long', '*', '?fields long', '?expand long'),
  ...hole(
    'what a null or an empty list means in a whole body is not said (A-DAT-09 is about PATCH)',
    'data/replace*',
    'body null',
    'body empty list',
  ),
  ...hole(
    'long texts are written by id, and each route with short ones: nothing says that the two depend on each other',
    'data/*-by-external-id',
    'body long text',
    'body below 64 KB',
  ),
  ...hole('whether an empty text is a value or none is not said', '*', 'body empty text'),
  ...hole('no size of a body is stated: a large one is tried by POST and in batches', '*', 'body 64 KB or more'),
  ...hole('its names are those of the target file, which may all be ASCII', '*', 'query in non-ascii'),
]
