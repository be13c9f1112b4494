/** Whether an answer says that what was asked for is not there. */
export const saysGone = ({ status }: { readonly status: number }): boolean => status === 404 || status === 410
