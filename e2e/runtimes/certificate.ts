import { generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';

export interface Certificate {
  key: string;
  cert: string;
}

const DAY_MS = 86_400_000;

/** A key and a self-signed certificate for 127.0.0.1, valid for two days, as PEM. */
export function makeCertificate(serialNumber: string): Certificate {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const subject = [{ shortName: 'CN', value: `127.0.0.1 (${serialNumber})` }];
  const certificate = Object.assign(forge.pki.createCertificate(), {
    publicKey: forge.pki.publicKeyFromPem(pair.publicKey),
    serialNumber,
    validity: { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + DAY_MS) },
  });
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(pair.privateKey), forge.md.sha256.create());
  return { key: pair.privateKey, cert: forge.pki.certificateToPem(certificate) };
}
