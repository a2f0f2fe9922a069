import { expect, it } from 'vitest';
import { declineReason, fieldAtFault } from './decline-reason.ts';

it.each([
  ['4000', 'generic'],
  ['4001', 'expired-card'],
  ['4005', 'technical'],
  ['4009', 'funds'],
  ['4010', 'limit'],
  ['4012', 'limit'],
  ['4119', 'technical'],
  ['4124', 'shop'],
  ['4128', 'technical'],
  ['4139', 'shop'],
  ['4144', 'card-data'],
  ['4147', 'timeout'],
  ['4148', 'timeout'],
  ['4149', 'timeout'],
  ['4150', 'technical'],
  ['4151', 'shop'],
  ['4152', 'shop'],
  ['4153', 'declined'],
  ['4154', 'declined'],
  ['4155', 'declined'],
  ['4156', 'not-permitted'],
  ['4157', 'confirmation'],
  ['4158', 'issuer'],
  ['4159', 'confirmation'],
  ['4160', 'technical'],
  ['4161', 'technical'],
  ['6001', 'technical'],
  ['6005', 'generic'],
  ['6007', 'cancelled'],
])('the gateway’s code %s means %s', (code, reason) => {
  expect(declineReason(code)).toBe(reason);
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
