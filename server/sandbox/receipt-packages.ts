import { isMissingPackage } from '../contract/missing-package.ts';
import { Refusal } from './refusal.ts';

/** Only these receipts need them: who installs `pay-form` gets them by hand. */
const PACKAGES = 'pdfkit @expo-google-fonts/arimo node-forge @signpdf/signpdf @signpdf/signer-p12 fflate';

/**
 * Loads what makes PDF receipts and archives.
 * @throws Refusal 400, which names the packages to install, where they are missing: a companion repeats what is refused
 *   so to its caller, and would call any 5xx a gateway out of reach
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
