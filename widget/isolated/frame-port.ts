import type { Handover } from './frame-protocol.ts';

/** The parts of `window` that a frame uses here. */
export type FrameWindow = Pick<Window, 'parent' | 'addEventListener' | 'removeEventListener'>;

/**
 * Waits until the page around this frame hands over a port. Accepts the first well-formed one and answers `hello`. The
 * browser decides which pages may frame it (`frame-ancestors`). Does nothing in a window that is not framed.
 */
export function awaitPort(frame: FrameWindow, accept: (port: MessagePort) => void): void {
  const listen = ({ source, data, ports: [port, ...more] }: MessageEvent<unknown>): void => {
    const nonce = (data as Partial<Handover> | null)?.payForm;
    if (source !== frame.parent || typeof nonce !== 'string' || nonce.length < 16) return;
    if (!port || more.length) return;
    frame.removeEventListener('message', listen);
    port.postMessage({ type: 'hello', nonce });
    accept(port);
  };
  if (frame.parent !== frame) frame.addEventListener('message', listen);
}
