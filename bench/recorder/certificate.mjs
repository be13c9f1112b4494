import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as x509 from '@peculiar/x509'

/** A certificate for localhost that signs itself: key.pem and cert.pem in a folder. */
export async function writeCertificate(folder) {
  x509.cryptoProvider.set(webcrypto)
  const signingAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await webcrypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=localhost',
    keys,
    signingAlgorithm,
    notBefore: new Date(Date.now() - 3600_000),
    notAfter: new Date(Date.now() + 86_400_000),
    extensions: [
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
      ]),
    ],
  })
  writeFileSync(join(folder, 'cert.pem'), certificate.toString('pem'))
  writeFileSync(
    join(folder, 'key.pem'),
    x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY'),
    { mode: 0o600 },
  )
}
