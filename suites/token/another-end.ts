/** A token with its last four characters changed, which nobody issued: the bits that a base64 signature may leave unused are fewer. */
export const withAnotherEnd = (value: string): string =>
  `${value.slice(0, -4)}${value.endsWith('AbCd') ? 'dCbA' : 'AbCd'}`
