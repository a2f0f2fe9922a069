import { toBase64 } from '../contract/base64url.ts';

/** What a merchant's project has for talking to the gateway (interface document, Authentication). */
export interface SandboxCredentials {
  /** UUID */
  posId: string;
  apiKey: string;
  /** Also signs the webhooks. */
  apiSecret: string;
  endpointsKey: string;
}

/** Keeps what is given and makes up the rest at random. */
export function completeCredentials(given: Partial<SandboxCredentials> = {}): SandboxCredentials {
  return {
    posId: given.posId ?? crypto.randomUUID(),
    apiKey: given.apiKey ?? `sandbox-key-${randomText(9)}`,
    apiSecret: given.apiSecret ?? `sandbox-secret-${randomText(24)}`,
    endpointsKey: given.endpointsKey ?? `sandbox-endpoints-${randomText(12)}`,
  };
}

function randomText(bytes: number): string {
  return toBase64(crypto.getRandomValues(new Uint8Array(bytes)))
    .replaceAll('+', 'a')
    .replaceAll('/', 'b');
}
