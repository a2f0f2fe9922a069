import type { Handover } from './frame-protocol.ts';

/** What a frame knows of itself and of the page around it. */
export type FrameWindow = Pick<Window, 'parent' | 'addEventListener' | 'removeEventListener'>;

/**
 * Waits for the page around this frame to hand over a port: the first well-formed one counts, and says hello. Who the page
 * may be is the browser's work (`frame-ancestors`). A window that is nobody's frame takes none.
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
