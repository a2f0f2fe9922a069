import { describe, expect, it } from 'vitest';
import { shellText } from './shell-text.ts';

describe('a command line for a shell', () => {
  it('quotes what the shell would read otherwise', () => {
    expect(shellText(['pay-form', 'refund', 'A-1', '--comment', "it's $HOME; rm"])).toBe(
      `pay-form refund A-1 --comment 'it'\\''s $HOME; rm'`,
    );
  });

  it('keeps an empty word', () => {
    expect(shellText(['a', ''])).toBe("a ''");
  });
});
