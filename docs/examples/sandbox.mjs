// The imitated gateway without a port, for your own tests.
import { createGatewayClient } from 'pay-form/gateway';
import { createSandbox } from 'pay-form/sandbox';

const sandbox = createSandbox({ settings: { strict: true } });
const gateway = createGatewayClient(
  { baseUrl: sandbox.baseUrl, ...sandbox.credentials },
  { fetch: sandbox.fetch },
);

const hosted = await gateway.createHosted({
  method: 'purchase',
  gatewayOrderId: 'A-1001',
  amountMinor: 2450,
  currency: 'EUR',
  description: 'Clay mug',
  threeDs: 'supported',
  customer: { email: 'olena@shop.example', phone: '+380501234567' },
});
if (hosted.kind !== 'answered') throw new Error(`The payment was not created: ${hosted.kind}`);
const page = await sandbox.fetch(hosted.value.location);
console.log(page.status);
sandbox.close();
