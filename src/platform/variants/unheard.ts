import type { Variant } from '../deviation.ts'
import { unheardAccessVariants } from './unheard-access.ts'
import { unheardBatchVariants } from './unheard-batch.ts'
import { unheardDataVariants } from './unheard-data.ts'
import { unheardListVariants } from './unheard-lists.ts'

/** Variants that replace the same rule or seam as one of these. */
const apart: Readonly<Record<string, readonly string[]>> = {
  'token-type-mixed-case': [
    'token-type-lower-case',
    'token-type-upper-case',
    'token-expires-in-second-less',
    'token-more-fields',
    'account-id-small',
    'token-refresh-token-null',
  ],
  'no-token-400-extra-members': [
    'token-error-more-fields',
    'missing-context-400',
    'auth-foreign-token-invalid-request',
    'token-errors-redirect-null',
  ],
  'bad-token-request-rejected': ['token-bad-request-status-401', 'refresh-unauthorized'],
  'password-message-filled-422': [
    'password-message-filled',
    'password-values-text',
    'password-error-status-200',
    'password-error-status-403',
    'password-last-rule-first',
    'placeholder-both',
    'mc09-filled',
    'chpw-200-errors-422',
  ],
  'password-changed-202': [
    'password-changed-status-201',
    'chpw-expires-zero',
    'chpw-expires-negative-or-extra',
    'password-changed-more-fields',
  ],
  'directory-unknown-204': [
    'directory-unknown-status-400',
    'directory-unlisted-cluster',
    'cluster-code-lower',
    'dir-case-and-slash',
    'dir-unknown-404-empty',
    'dir-unknown-200-null',
    'dir-near-names-suggested',
    'directory-more-fields',
    'directory-node-addresses-alternate',
    'directory-address-with-slash',
  ],
  'directory-address-with-path': [
    'directory-unlisted-cluster',
    'cluster-code-lower',
    'dir-case-and-slash',
    'directory-more-fields',
    'directory-node-addresses-alternate',
    'directory-address-with-slash',
    'directory-unknown-204',
  ],
  'company-text-with-descriptions': [
    'company-text-ends-with-newline',
    'company-status-203',
    'company-any-accept-served',
    'com-text-crlf',
    'com-text-tabs',
    'com-text-empty-newline',
    'com-empty-text',
    'company-more-fields',
  ],
  'me-refused-without-user': [
    'record-changed-by-nobody',
    'lastchanged-still-on-same-value',
    'put-extid-clears-extid',
    'every-25th-call-429',
    'lastchanged-in-exponent-form',
  ],
  'missing-record-200-empty-data': ['data-missing-empty', 'data-missing-bad-request', 'delete-second-200'],
  'lock-message-titled-with-children': ['lock-values-more', 'lock-children'],
  'expanded-in-side-array': [
    'expand-type-resource-spelling',
    'lastchanged-still-on-same-value',
    'put-extid-clears-extid',
    'every-25th-call-429',
    'lastchanged-in-exponent-form',
    'me-refused-without-user',
    'post-on-existing-id-silent',
  ],
  'content-gzip-and-extended-file-name': [
    'attachment-name-extended',
    'attachment-name-encoded-word',
    'attachment-name-raw',
    'attachment-type-octet-stream',
    'att-inline',
  ],
  'batch-status-by-outcome': [
    'bat-fail-whole-status',
    'lastchanged-still-on-same-value',
    'put-extid-clears-extid',
    'every-25th-call-429',
    'lastchanged-in-exponent-form',
    'me-refused-without-user',
    'post-on-existing-id-silent',
    'expanded-in-side-array',
  ],
  'query-api-201-and-extras': ['qry-malformed-422', 'qry-malformed-200-empty'],
  'deleted-v1-bare-203': ['del-paged'],
  'token-of-2500-characters': [
    'token-with-base64-chars',
    'opaque-token-introspection',
    'token-common-prefix',
    'token-jwt',
  ],
  'order-defaults-to-descending': ['list-any-order'],
  'post-on-existing-id-silent': [
    'post-existing-200-noop',
    'post-existing-400-in-batch',
    'lastchanged-still-on-same-value',
    'put-extid-clears-extid',
    'every-25th-call-429',
    'lastchanged-in-exponent-form',
    'me-refused-without-user',
  ],
  'every-25th-call-429': ['lastchanged-still-on-same-value', 'put-extid-clears-extid'],
  'lastchanged-in-exponent-form': ['lastchanged-still-on-same-value', 'put-extid-clears-extid', 'every-25th-call-429'],
}

/** Lawful servers that somebody who saw only the documents thought up. */
export const unheardVariants: readonly Variant[] = [
  ...unheardAccessVariants,
  ...unheardDataVariants,
  ...unheardListVariants,
  ...unheardBatchVariants,
].map((variant) => ({ ...variant, excludes: [...(variant.excludes ?? []), ...(apart[variant.id] ?? [])] }))
