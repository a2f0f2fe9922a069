import { expect, it } from 'vitest';
import { fail, ok } from './check.ts';
import { reportJson, reportText } from './report.ts';

it('says the same advice once, below all checks that have it', () => {
  const checks = [
    fail('settings', 'GATEWAY_URL is missing', 'See the settings.'),
    fail('settings', 'ORDER_SECRET is missing', 'See the settings.'),
    ok('clock', 'is right'),
  ];
  expect(reportText(checks)).toBe(
    [
      'fail  settings  GATEWAY_URL is missing',
      'fail  settings  ORDER_SECRET is missing',
      '                See the settings.',
      'ok    clock     is right',
      '',
      '1 ok, 0 with warnings, 2 failed',
      '',
    ].join('\n'),
  );
});

it('quotes the gateway without what could drive the terminal', () => {
  const checks = [fail('gateway-credentials', 'HTTP 500: \u001b[2Jboom\u009b31m', 'Check GATEWAY_URL.')];
  expect(reportText(checks)).toContain('  HTTP 500:  [2Jboom 31m\n');
  expect(reportJson(checks)).toContain(String.raw`HTTP 500: \u001b[2Jboom\u009b31m`);
});
