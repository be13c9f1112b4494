import { createCipheriv } from 'node:crypto'

/** Bytes without order, the same in every run: of truly random ones, one megabyte in thousands holds what looks like a secret (`;pwd=...`). */
export const noise = (size: number, seed = 1): Buffer =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16)).update(Buffer.alloc(size))
