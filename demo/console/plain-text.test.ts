import { describe, expect, it } from 'vitest';
import { amountText, cardText, dayAfter, utcDayText, utcMomentText } from './plain-text.ts';

describe('plain text', () => {
  it('writes amounts exactly, with their currency', () => {
    expect(amountText('24.50', 'EUR')).toBe('€24.50');
    expect(amountText('-1.00', 'UAH').replaceAll('\u00a0', ' ')).toBe('-UAH 1.00');
    expect(amountText('9999999999999.99', 'EUR')).toBe('€9,999,999,999,999.99');
    expect(amountText('24', 'no currency')).toBe('24 no currency');
    expect(amountText(null, 'EUR')).toBe('–');
  });

  it('shows of a card its last digits', () => {
    expect(cardText('424242******4242')).toBe('•••• 4242');
    expect(cardText(null)).toBe('–');
  });

  it('has days and times in UTC', () => {
    expect(utcMomentText('2026-06-15T23:59:00.000Z')).toBe('15 Jun, 23:59 UTC');
    expect(utcDayText('2026-06-15T23:59:00.000Z')).toBe('15 Jun 2026');
    expect(['2026-06-15', '2026-12-31', '2028-02-28'].map(dayAfter)).toEqual([
      '2026-06-16',
      '2027-01-01',
      '2028-02-29',
    ]);
  });
});
