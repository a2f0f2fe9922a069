import { P12Signer } from '@signpdf/signer-p12';
import { SignPdf } from '@signpdf/signpdf';
import { receiptPdf } from './pdf.ts';
import { type Receipt, SIGNER } from './receipt.ts';
import { signingIdentity } from './signed-identity.ts';

/** Space for the signature and its certificate, in bytes. */
const SIGNATURE_BYTES = 8192;
/** The placeholder that the signing library replaces, as a PDF name. */
const RANGE_TO_COME = '**********';
/** ISO 32000-1, 12.7.2: the file contains a signature, and may only be appended to. */
const SIGNATURES_EXIST_APPEND_ONLY = 3;
/** ISO 32000-1, 12.5.3: printed and locked. */
const PRINT_LOCKED = 132;

/** A credit reference as a PDF with a detached PKCS#7 signature of its own bytes. */
export async function signedReceiptPdf(receipt: Receipt): Promise<Buffer> {
  const signedAt = new Date(receipt.issuedAt);
  const { p12, passphrase } = await signingIdentity();
  const unsigned = await receiptPdf(receipt, (document) => addSignatureField(document, signedAt));
  return new SignPdf().sign(unsigned, new P12Signer(p12, { passphrase }), signedAt);
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
