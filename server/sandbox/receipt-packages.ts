import { isMissingPackage } from '../contract/start-fault.ts';
import { Refusal } from './refusal.ts';

/** Only these receipts need them: users of `pay-form` install them themselves. */
const PACKAGES = 'pdfkit @expo-google-fonts/arimo node-forge @signpdf/signpdf @signpdf/signer-p12 fflate';

/**
 * Loads the code for PDF receipts and archives.
 * @throws Refusal 400 with the packages to install if they are missing: a companion passes a 400 on to its caller, but
 *   would report any 5xx as an unreachable gateway
 */
export async function loadMaker<Maker>(
  load: () => Promise<Maker>,
  warn: (line: string) => void = console.warn,
): Promise<Maker> {
  try {
    return await load();
  } catch (error) {
    if (!isMissingPackage(error)) throw error;
    const advice = `PDF receipts and archives need packages that are not installed: npm install ${PACKAGES}`;
    warn(`sandbox: ${advice}`);
    throw new Refusal(400, advice);
  }
}
