import { randomBytes, webcrypto } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { UserError } from '../../src/errors/user-error.ts'
import { readUserFile, withFile } from '../../src/errors/user-file.ts'
import { makeFolder, refuseOthers, type CaFiles } from './folder.ts'
import { blockOf, curve, keyFromPem, keyToPem, newKeys } from './pem.ts'
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from './x509.ts'

export interface Authority {
  readonly certificate: X509Certificate
  readonly key: webcrypto.CryptoKey
  readonly pem: string
}

const day = 24 * 60 * 60 * 1000
const years = 5
const renew = '"fieldproof ca remove" deletes it, and the next start makes a new one'

/** The authority in this folder; made if there is none. Two that start at once come to the same one. */
export async function authorityIn(files: CaFiles): Promise<Authority> {
  if (!existsSync(files.folder)) makeFolder(files.folder)
  refuseOthers(files.folder, '700')
  if (!existsSync(files.own)) await make(files)
  refuseOthers(files.own, '600')
  const text = readUserFile(files.own)
  const [key, pem] = [blockOf(text, 'PRIVATE KEY'), blockOf(text, 'CERTIFICATE')]
  if (!key || !pem) throw new UserError('it does not hold a key and a certificate', { file: files.own, todo: renew })
  const certificate = new X509Certificate(pem)
  if (certificate.notAfter.getTime() < Date.now() + day)
    throw new UserError(`this certificate authority expires on ${certificate.notAfter.toISOString().slice(0, 10)}`, {
      file: files.folder,
      todo: renew,
    })
  if (!existsSync(files.pem) || readFileSync(files.pem, 'utf8') !== `${pem}\n`)
    writeWithMode(files.pem, `${pem}\n`, 0o644)
  return { certificate, key: await keyFromPem(key), pem: `${pem}\n` }
}

async function make(files: CaFiles): Promise<void> {
  const keys = await newKeys()
  // A name of its own: trust stores list several by it, and one is to be found again to be dropped.
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: [{ O: ['Fieldproof'] }, { CN: [`Fieldproof recorder CA ${randomBytes(3).toString('hex')}`] }],
    keys,
    signingAlgorithm: curve,
    notBefore: new Date(Date.now() - day),
    notAfter: new Date(Date.now() + years * 365 * day),
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  const part = `${files.own}.${randomBytes(6).toString('hex')}`
  writeFileSync(part, `${await keyToPem(keys.privateKey)}${certificate.toString('pem')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(part, files.own)
  } catch (error) {
    // Another process was faster: its authority counts.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(part)
  }
}

/** Positive and without a leading zero byte, as DER wants it. */
export const serial = (): string => `4${randomBytes(16).toString('hex').slice(1)}`

export function writeWithMode(file: string, text: string, mode: number): void {
  const part = `${file}.${randomBytes(6).toString('hex')}`
  withFile('written', { file }, () => {
    writeFileSync(part, text, { mode, flag: 'wx' })
    renameSync(part, file)
  })
}
