import { expect, it } from 'vitest';
import { complaintAbout } from './classify.ts';

/** An answer with a problem document. */
function problem(status: number, code: string, said = status): string {
  const body = JSON.stringify({ status: said, code });
  return `HTTP/1.1 ${status} X\r\ncontent-type: application/problem+json\r\n\r\n${body}`;
}

const complaint = (text: string, half = false): string | null => complaintAbout({ text, end: 'ended' }, half);

it('answers and refusals are no reason to complain', () => {
  expect(complaint('HTTP/1.1 200 OK\r\n\r\n{}')).toBeNull();
  expect(complaint(problem(422, 'invalid-input'))).toBeNull();
});

it('what the gateway says is answered 502 and 503, with the code that says so', () => {
  expect(complaint(problem(502, 'gateway-refused'))).toBeNull();
  expect(complaint(problem(503, 'gateway-busy'))).toBeNull();
  expect(complaint(problem(502, 'gateway-busy'))).not.toBeNull();
  expect(complaint('HTTP/1.1 503 Service Unavailable\r\n\r\n')).not.toBeNull();
});

it('finds a 500, with a problem document or without', () => {
  expect(complaint(problem(500, 'internal-error'))).toContain('500');
  expect(complaint('HTTP/1.1 500 Internal Server Error\r\n\r\n')).toContain('500');
});

it('finds a problem that states another status than its answer', () => {
  expect(complaint(problem(404, 'not-found', 500))).not.toBeNull();
});

it('finds a card number in any grouping, wherever it stands', () => {
  expect(complaint('HTTP/1.1 200 OK\r\nx-a: 4242424242424242\r\n\r\n')).toContain('card number');
  expect(complaint('HTTP/1.1 200 OK\r\n\r\n"4242 4242-4242 4242"')).toContain('card number');
});

it('finds that no answer came, unless our side had ended the connection', () => {
  expect(complaint('')).not.toBeNull();
  expect(complaint('', true)).toBeNull();
  expect(complaintAbout({ text: '', end: 'hung' }, true)).not.toBeNull();
  expect(complaintAbout({ text: '', end: 'refused' }, true)).not.toBeNull();
});
