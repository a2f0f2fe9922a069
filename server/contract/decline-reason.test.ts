import { expect, it } from 'vitest';
import { declineReason, fieldAtFault } from './decline-reason.ts';

it.each([
  ['generic', ['4000', '6005']],
  ['expired-card', ['4001']],
  ['technical', ['4005', '4119', '4128', '4150', '4160', '4161', '6001']],
  ['funds', ['4009']],
  ['limit', ['4010', '4012']],
  ['shop', ['4124', '4139', '4151', '4152']],
  ['card-data', ['4144']],
  ['timeout', ['4147', '4148', '4149']],
  ['declined', ['4153', '4154', '4155']],
  ['not-permitted', ['4156']],
  ['confirmation', ['4157', '4159']],
  ['issuer', ['4158']],
  ['cancelled', ['6007']],
] as const)('%s is the reason for the gateway’s codes %j', (reason, codes) => {
  expect(codes.map(declineReason)).toEqual(codes.map(() => reason));
});

it.each([null, '', ' ', '9000', '1000', '40', '4010 4012', '400', 'constructor', 'generic'])(
  'what is no failure code known here (%j) says nothing',
  (code) => {
    expect(declineReason(code)).toBe('generic');
    expect(fieldAtFault(code)).toBeNull();
  },
);

it.each([
  ['4001', 'expiry'],
  ['4144', 'number'],
  ['4009', null],
  ['4157', null],
])('code %s blames the field %s', (code, field) => {
  expect(fieldAtFault(code)).toBe(field);
});
