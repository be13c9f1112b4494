// What the tests use of modules that come without types.
declare module 'har-validator' {
  export function har(data: unknown): Promise<unknown>
  const validator: { har: typeof har }
  export default validator
}
