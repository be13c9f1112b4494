export interface Refusal {
  readonly status: number
  readonly error: unknown
  readonly description: unknown
}

const says = (status: number, error: string, description: string): Refusal => ({ status, error, description })

/** OAuth errors of the token service (A-TOK-28, 30..35) and of token validation (A-AUT-01, 02). */
const refusal = {
  expired_credentials: (): Refusal => says(400, 'expired_credentials', 'User credentials have expired'),
  invalid_client: (): Refusal => says(401, 'invalid_client', 'Client authentication failed'),
  invalid_grant: (): Refusal => says(400, 'invalid_grant', 'Bad credentials'),
  saml_redirect: (): Refusal => says(403, 'saml_redirect', 'SAML redirect is required!'),
  unauthorized_client: (): Refusal =>
    says(401, 'unauthorized_client', 'Client is not authorized to use this grant type'),
  invalid_token: (): Refusal => says(401, 'invalid_token', 'The access token is not valid or has expired'),
  invalid_request: (why: string): Refusal => says(400, 'invalid_request', `The request is not valid: ${why}`),
  /** A token request that lacks grant_type or a required field (A-TOK-28). */
  bad_token_request: (error: 'invalid_request' | 'unsupported_grant_type', why: string): Refusal =>
    says(400, error, why),
  /** An authorization code that yields no token (A-TOK-25). */
  unknown_code: (): Refusal => says(400, 'invalid_grant', 'Bad credentials'),
  /** authorize with a response_type other than code (A-TOK-24). */
  bad_response_type: (): Refusal => says(400, 'unsupported_response_type', 'The response type must be code'),
  signOnAddress: (address: string): unknown => address,
  body: (refused: Refusal, more: Readonly<Record<string, unknown>>): unknown => ({
    error: refused.error,
    error_description: refused.description,
    ...more,
  }),
}

export const refusalRules = { refusal }
