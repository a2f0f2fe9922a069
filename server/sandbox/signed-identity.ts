import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';
import { SIGNER } from './receipt.ts';

/** Key and certificate as PKCS#12, and their passphrase; only in memory. */
export interface SigningIdentity {
  p12: Buffer;
  passphrase: string;
}

const YEAR_MILLISECONDS = 365 * 86_400_000;
let made: Promise<SigningIdentity> | undefined;

/** The identity that signs credit references: created when first needed, then kept until the process ends. */
export function signingIdentity(): Promise<SigningIdentity> {
  made ??= makeIdentity();
  return made;
}

async function makeIdentity(): Promise<SigningIdentity> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  const key = forge.pki.privateKeyFromPem(pem);
  const passphrase = randomBytes(18).toString('base64url');
  const asn1 = forge.pkcs12.toPkcs12Asn1(key, [selfSigned(key)], passphrase, { algorithm: '3des' });
  return { p12: Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'binary'), passphrase };
}

function selfSigned(key: forge.pki.rsa.PrivateKey): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`;
  certificate.validity.notBefore = new Date(Date.now() - YEAR_MILLISECONDS);
  certificate.validity.notAfter = new Date(Date.now() + 20 * YEAR_MILLISECONDS);
  const name = [
    { shortName: 'CN', value: SIGNER },
    { shortName: 'O', value: 'Imitated gateway, no real money' },
  ];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false },
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true },
  ]);
  certificate.sign(key, forge.md.sha256.create());
  return certificate;
}
