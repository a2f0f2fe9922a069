import { describe, expect, it } from 'vitest';
import { exchange, failedBeforeAnswer } from './exchange.ts';
import { exchangeFile, GatewayFileError } from './files.ts';

const CALL = { method: 'GET', url: 'https://gateway.example/', headers: {} } as const;
const answering = (response: Response) => exchange(async () => response, CALL, 1_000);

describe('an answer', () => {
  it.each([
    ['10', 10_000],
    ['0', 0],
    ['1.5', null],
    ['7 seconds', null],
    ['1234567', null],
    ['', null],
  ])('that says to come again after %j means %j milliseconds', async (header, retryAfterMs) => {
    const response = new Response('', { status: 429, headers: { 'retry-after': header } });
    expect(await answering(response)).toMatchObject({ answer: { retryAfterMs } });
    expect(await answering(new Response(''))).toMatchObject({ answer: { retryAfterMs: null } });
  });

  it('is whole where a letter is cut by its pieces', async () => {
    const bytes = new TextEncoder().encode('ї');
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect(await answering(new Response(body))).toMatchObject({ answer: { text: 'ї' } });
    expect(await answering(new Response(Uint8Array.of(0x61, 0xd1)))).toMatchObject({
      answer: { text: 'a\ufffd' },
    });
  });

  it('without a body is empty', async () => {
    expect(await answering(new Response(null))).toMatchObject({ answer: { text: '' } });
  });
});

describe('the code of a failure', () => {
  const coded = (code: unknown) => Object.assign(new Error('x'), { code });
  const behind = (depth: number, error: Error): Error =>
    depth === 0 ? error : behind(depth - 1, new Error('x', { cause: error }));

  it('is looked for four causes deep', () => {
    expect(failedBeforeAnswer(behind(4, coded('ECONNREFUSED')))).toEqual({
      kind: 'not-sent',
      reason: 'ECONNREFUSED',
    });
    expect(failedBeforeAnswer(behind(5, coded('ECONNREFUSED')))).toEqual({
      kind: 'unknown',
      reason: 'no-code',
    });
  });

  it('is looked for in errors that hold each other, and the search ends', () => {
    const circle = new AggregateError([]);
    circle.errors.push(circle);
    expect(failedBeforeAnswer(circle)).toEqual({ kind: 'unknown', reason: 'no-code' });
  });

  it.each(['is ECONNREFUSED', 'ECONNREFUSED of 4242', 'E', 'econnrefused', 111, ['ECONNREFUSED']])(
    'is not %j',
    (code) => {
      expect(failedBeforeAnswer(coded(code))).toEqual({ kind: 'unknown', reason: 'no-code' });
    },
  );
});

describe('what comes in the place of a file', () => {
  const RULES = { kind: 'pdf', maxBytes: 100, idleMs: 1_000 } as const;
  const fetched = (response: Response, rules: Parameters<typeof exchangeFile>[3] = RULES) =>
    exchangeFile(async () => response, CALL, 1_000, rules);
  const html = { ...RULES, kind: 'html' } as const;

  it.each([
    ['{"message":"No"}', true],
    [' \n {"message":"No"}', true],
    ['<p>{"message":"No"}</p>', false],
    ['x{', false],
    ['', false],
  ])('is read only where it may be an error of the gateway: %j', async (text, read) => {
    const answer = { status: 200, location: null, text: read ? text : '', retryAfterMs: null };
    expect(await fetched(new Response(text))).toEqual({ kind: 'answer', answer });
  });

  it('is no file with another HTTP status than 200', async () => {
    const answer = { status: 500, text: '%PDF-1.7' };
    expect(await fetched(new Response('%PDF-1.7', { status: 500 }))).toMatchObject({
      kind: 'answer',
      answer,
    });
  });

  it('is a file of the largest size, and not of one that is larger', async () => {
    const declared = (length: number) =>
      fetched(new Response('%PDF-1.7', { headers: { 'content-length': String(length) } }));
    expect((await declared(100)).kind).toBe('file');
    expect(await declared(101)).toEqual({ kind: 'unknown', reason: 'answer-too-large' });
  });

  it.each([
    ['text/html; charset=windows-1251', 'text/html; charset=windows-1251'],
    ['text/html;charset="KOI8-U"', 'text/html; charset=koi8-u'],
    ['text/html', 'text/html; charset=utf-8'],
  ])('is handed on as it is declared: %s', async (declared, contentType) => {
    const found = await fetched(new Response('<p>', { headers: { 'content-type': declared } }), html);
    expect(found).toMatchObject({ file: { contentType } });
  });

  it('is HTML by its content type only where that says so itself', async () => {
    const found = await fetched(new Response('Чек', { headers: { 'content-type': 'x-text/html' } }), html);
    expect(found.kind).toBe('answer');
  });

  it('is reported in the error of its stream', () => {
    const { name, message } = new GatewayFileError('cut', 'ECONNRESET');
    expect([name, message]).toEqual(['GatewayFileError', "The gateway's file is cut (ECONNRESET)"]);
    expect(new GatewayFileError('silent').message).toBe("The gateway's file is silent");
  });
});
