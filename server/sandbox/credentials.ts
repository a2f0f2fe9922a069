import { randomBytes } from 'node:crypto';

/** The credentials of a merchant's project (interface document, Authentication). */
export interface SandboxCredentials {
  /** UUID */
  posId: string;
  apiKey: string;
  /** Also signs the webhooks. */
  apiSecret: string;
  endpointsKey: string;
}

/** Keeps the given credentials and generates the others at random. */
export function completeCredentials(given: Partial<SandboxCredentials> = {}): SandboxCredentials {
  return {
    posId: given.posId ?? crypto.randomUUID(),
    apiKey: given.apiKey ?? `sandbox-key-${randomText(9)}`,
    apiSecret: given.apiSecret ?? `sandbox-secret-${randomText(24)}`,
    endpointsKey: given.endpointsKey ?? `sandbox-endpoints-${randomText(12)}`,
  };
}

function randomText(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('+', 'a').replaceAll('/', 'b');
}
