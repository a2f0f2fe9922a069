import { afterEach, describe, expect, test } from 'vitest';
import { awaitPort } from './frame-port.ts';

const NONCE = '1-2-3-4-and-twelve';
const stranger = document.createElement('iframe');
document.body.append(stranger);

/** A frame in the test's page, and what it accepted. */
function frameIn(parent: Window | null = window) {
  const frame = Object.assign(new EventTarget(), { parent }) as unknown as Window;
  if (!parent) Object.assign(frame, { parent: frame });
  const accepted: MessagePort[] = [];
  awaitPort(frame, (port) => accepted.push(port));
  return { frame, accepted };
}

const channels: MessageChannel[] = [];
afterEach(() => {
  for (const { port1, port2 } of channels.splice(0)) for (const port of [port1, port2]) port.close();
});

/** Hands ports over as a page does; resolves with what the frame says over the first one. */
async function hand(frame: Window, data: unknown, changes: MessageEventInit = {}, count = 1) {
  const made = Array.from({ length: count }, () => new MessageChannel());
  channels.push(...made);
  const ports = made.map(({ port2 }) => port2);
  frame.dispatchEvent(new MessageEvent('message', { data, source: window, ports, ...changes }));
  const [first] = made;
  const said: unknown[] = [];
  if (!first) return said;
  // The messages of a port come in order: after this one no other comes.
  first.port2.postMessage('end');
  await new Promise<void>((done) => {
    first.port1.addEventListener('message', ({ data }) => (data === 'end' ? done() : said.push(data)));
    first.port1.start();
  });
  return said;
}

describe('a frame', () => {
  test('takes the port of the page around it, and says the nonce over it', async () => {
    const { frame, accepted } = frameIn();
    expect(await hand(frame, { payForm: NONCE })).toEqual([{ type: 'hello', nonce: NONCE }]);
    expect(accepted).toHaveLength(1);
  });

  test('takes no second port', async () => {
    const { frame, accepted } = frameIn();
    await hand(frame, { payForm: NONCE });
    expect(await hand(frame, { payForm: NONCE })).toEqual([]);
    expect(accepted).toHaveLength(1);
  });

  test('takes none from a window that does not frame it', async () => {
    const { frame, accepted } = frameIn();
    for (const source of [stranger.contentWindow, null])
      expect(await hand(frame, { payForm: NONCE }, { source })).toEqual([]);
    expect(accepted).toEqual([]);
  });

  test.each([
    ['no object', null, 1],
    ['something else', 'hello', 1],
    ['no nonce', {}, 1],
    ['a nonce that anybody guesses', { payForm: 'x' }, 1],
    ['a nonce that is no text', { payForm: [NONCE] }, 1],
    ['no port', { payForm: NONCE }, 0],
    ['two ports', { payForm: NONCE }, 2],
  ])('refuses %s, and still takes what is well-formed', async (_, data, ports) => {
    const { frame, accepted } = frameIn();
    expect(await hand(frame, data, {}, ports)).toEqual([]);
    expect(accepted).toEqual([]);
    await hand(frame, { payForm: NONCE });
    expect(accepted).toHaveLength(1);
  });

  test('that is not framed takes none', async () => {
    const { frame, accepted } = frameIn(null);
    await hand(frame, { payForm: NONCE });
    expect(accepted).toEqual([]);
  });
});
