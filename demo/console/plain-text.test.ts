import { describe, expect, it } from 'vitest';
import { amountText, cardText, daysAsTimes } from './plain-text.ts';

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

  it('takes days by the reader’s calendar, both included', () => {
    const { from, to } = daysAsTimes('2026-06-15', '2026-06-15');
    expect(Date.parse(to) - Date.parse(from)).toBe(86_400_000);
    expect(new Date(from).getHours()).toBe(0);
    expect(daysAsTimes('', '')).toEqual({ from: '', to: '' });
    expect(new Date(daysAsTimes('', '2026-12-31').to).getFullYear()).toBe(2027);
  });
});
