import { isIP } from 'node:net'
import { curve, keyToPem, newKeys } from './pem.ts'
import { serial, type Authority } from './authority.ts'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from './x509.ts'

export interface Leaf {
  readonly key: string
  readonly cert: string
  readonly notAfter: number
}

const day = 24 * 60 * 60 * 1000

/** A certificate for a server of these names and addresses. */
export async function leafFor(names: readonly string[], { certificate, key }: Authority): Promise<Leaf> {
  const keys = await newKeys()
  // A day back: clocks differ. Never longer than its authority.
  const notAfter = Math.min(Date.now() + 90 * day, certificate.notAfter.getTime())
  const [first = ''] = names
  const made = await X509CertificateGenerator.create({
    serialNumber: serial(),
    subject: [{ CN: [first.length <= 64 ? first : 'Fieldproof recorder'] }],
    issuer: certificate.subjectName,
    publicKey: keys.publicKey,
    signingKey: key,
    signingAlgorithm: curve,
    notBefore: new Date(Date.now() - day),
    notAfter: new Date(notAfter),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(
        names.map((name) => ({ type: isIP(name) ? ('ip' as const) : ('dns' as const), value: name })),
      ),
      await AuthorityKeyIdentifierExtension.create(certificate.publicKey),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { key: await keyToPem(keys.privateKey), cert: `${made.toString('pem')}\n`, notAfter }
}
