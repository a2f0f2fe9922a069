import { createGatewayClient, createWebhookVerifier, parseAmount } from 'pay-form/gateway';
import { startSandbox } from 'pay-form/sandbox';
import { startCompanion } from 'pay-form/server';

const { url, credentials } = await startSandbox({ port: 0 });
const gateway = createGatewayClient({ baseUrl: url, ...credentials });
const result = await gateway.accounts();
const accounts = result.kind === 'answered' ? result.value : [];
const minor: number | null = parseAmount('10.10', 'EUR');
createWebhookVerifier({ secrets: [credentials.apiSecret] });

// @ts-expect-error
createWebhookVerifier({ secrets: [process.env.GATEWAY_API_SECRET] });
// @ts-expect-error
void startCompanion({ port: 8080 });

export { accounts, minor };
