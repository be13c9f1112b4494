import type { Target } from '../target/target.ts'

/** Every credential of a target file: none of them may reach a disk, a log or a report. */
export const secretsOf = (target: Target): string[] =>
  Object.values(target.identities).flatMap(({ client, password }) => [
    client.secret,
    Buffer.from(`${client.id}:${client.secret}`).toString('base64'),
    ...(password ? [password] : []),
  ])
