import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { P12Signer } from '@signpdf/signer-p12';
import { SignPdf } from '@signpdf/signpdf';
import forge from 'node-forge';
import { receiptPdf } from './receipt-pdf.ts';
import type { Receipt } from './receipt.ts';

/** Whose certificate signs. */
const SIGNER = 'Pay-form sandbox';
/** Space for the signature and its certificate, in bytes. */
const SIGNATURE_BYTES = 8192;
/** The placeholder that the signing library replaces, as a PDF name. */
const RANGE_TO_COME = '**********';
/** ISO 32000-1, 12.7.2: the file contains a signature, and may only be appended to. */
const SIGNATURES_EXIST_APPEND_ONLY = 3;
/** ISO 32000-1, 12.5.3: printed and locked. */
const PRINT_LOCKED = 132;
const YEAR_MILLISECONDS = 365 * 86_400_000;

interface Identity {
  p12: Buffer;
  passphrase: string;
}

/** Key and certificate as PKCS#12: created when first needed, then kept in memory until the process ends. */
let identity: Promise<Identity> | undefined;

/** A credit reference as a PDF with a detached PKCS#7 signature of its own bytes. */
export async function signedReceiptPdf(receipt: Receipt): Promise<Buffer> {
  const signedAt = new Date(receipt.issuedAt);
  identity ??= makeIdentity();
  const { p12, passphrase } = await identity;
  const signed: Receipt = { ...receipt, rows: [...receipt.rows, ['Digitally signed by', SIGNER]] };
  const unsigned = await receiptPdf(signed, (document) => addSignatureField(document, signedAt));
  return new SignPdf().sign(unsigned, new P12Signer(p12, { passphrase }), signedAt);
}

async function makeIdentity(): Promise<Identity> {
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

/** Members of a pdfkit document that its types lack. The document ends the form itself. */
interface Insides {
  page: { dictionary: unknown; annotations: unknown[] };
  _root: {
    data: { AcroForm: { data: { Fields: unknown[]; SigFlags?: number; NeedAppearances?: boolean } } };
  };
}

/**
 * Adds an empty signature and the invisible field that refers to it (ISO 32000-1, 12.7.4.5 and 12.8.1). pdfkit writes
 * strings as names, and String objects as texts.
 */
function addSignatureField(document: PDFKit.PDFDocument, signedAt: Date): void {
  const insides = document as unknown as Insides;
  const signature = document.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'adbe.pkcs7.detached',
    ByteRange: [0, RANGE_TO_COME, RANGE_TO_COME, RANGE_TO_COME],
    Contents: Buffer.alloc(SIGNATURE_BYTES),
    Reason: text('Credit reference'),
    Name: text(SIGNER),
    M: signedAt,
  });
  const field = document.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    Rect: [0, 0, 0, 0],
    V: signature,
    T: text('Signature1'),
    F: PRINT_LOCKED,
    P: insides.page.dictionary,
  });
  for (const reference of [signature, field]) reference.end(undefined);
  insides.page.annotations.push(field);
  document.initForm();
  const form = insides['_root'].data.AcroForm.data;
  form.Fields.push(field);
  form.SigFlags = SIGNATURES_EXIST_APPEND_ONLY;
  delete form.NeedAppearances;
}

function text(value: string): object {
  return Object(value) as object;
}
