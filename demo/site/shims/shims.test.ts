import * as node from 'node:crypto';
import { expect, test } from 'vitest';
import { Buffer as Own } from './buffer.ts';
import * as own from './node-crypto.ts';

test('a text survives every encoding that the server uses, as with Node', () => {
  const text = 'Kettle & Wool – 12,50 €';
  for (const encoding of ['utf8', 'hex', 'base64', 'base64url'] as const)
    expect(Own.from(text).toString(encoding)).toBe(Buffer.from(text).toString(encoding));
  const padded = `${Buffer.from(text).toString('base64url')}=`;
  expect(Own.from(padded, 'base64url').toString()).toBe(text);
});

test('hashes and derived keys are those of Node', () => {
  for (const name of ['sha1', 'sha256'] as const) {
    expect(own.createHash(name).update('one').update('two').digest('hex')).toBe(
      node.createHash(name).update('onetwo').digest('hex'),
    );
    expect(own.createHmac(name, 'key').update('text').digest('base64url')).toBe(
      node.createHmac(name, 'key').update('text').digest('base64url'),
    );
  }
  expect(own.hkdfSync('sha256', 'secret', 'salt', 'info', 32)).toEqual(
    new Uint8Array(node.hkdfSync('sha256', 'secret', 'salt', 'info', 32)),
  );
});

test('what one seals the other opens, and nothing else does', () => {
  const key = own.randomBytes(32);
  const nonce = own.randomBytes(12);
  const row = Own.from('row');
  const cipher = own.createCipheriv('aes-256-gcm', key, nonce).setAAD(row);
  const sealed = Own.concat([cipher.update('secret'), cipher.final()]);

  const opener = node.createDecipheriv('aes-256-gcm', key, nonce).setAAD(row);
  opener.setAuthTag(cipher.getAuthTag());
  expect(opener.update(sealed, undefined, 'utf8') + opener.final('utf8')).toBe('secret');

  const other = own.createDecipheriv('aes-256-gcm', key, nonce).setAAD(Own.from('another'));
  other.setAuthTag(cipher.getAuthTag()).update(sealed);
  expect(() => other.final()).toThrow();
});
