import type { CSSResult, ReactiveController, ReactiveControllerHost } from 'lit';
import { environment } from '../environment.ts';
import type { FormElement } from './frame-look.ts';
import type { Isolated, IsolatedHost } from './isolated.ts';
import { arrived } from '../lazy.ts';

interface Host extends ReactiveControllerHost, FormElement {
  isolated: boolean;
  addStyles(styles: CSSResult): void;
}

/** Replaces the form with a frame of the companion's origin while `isolated` is set. Without the frame there are no fields. */
export class IsolationController implements ReactiveController {
  /** Keeps the room of the form until the frame is there. */
  readonly bone = document.createElement('div');
  readonly #host: Host;
  readonly #page: IsolatedHost;
  readonly #lost: () => void;
  #isolated: Isolated | null = null;
  #ends: AbortController | null = null;

  /** @param lost called if the code for the frame cannot be loaded */
  constructor(host: Host, page: IsolatedHost, lost: () => void) {
    this.#host = host;
    this.#page = page;
    this.#lost = lost;
    host.addController(this);
  }

  /** The node that contains the frame, once it is loaded. */
  get frame(): HTMLElement | null {
    return this.#isolated?.frame ?? null;
  }

  hostConnected(): void {
    this.#follow();
  }

  hostDisconnected(): void {
    this.#ends?.abort();
    if (this.#isolated) this.#isolated.rest();
    else this.#ends = null;
  }

  hostUpdate(): void {
    this.#follow();
  }

  /** Loads again what could not be loaded. */
  async again(): Promise<void> {
    if (this.#isolated) return;
    await this.#load();
    // Firefox never asks again for a script that failed, and after an update of the companion it is gone.
    if (!this.#isolated && navigator.onLine && this.#host.isConnected && this.#host.isolated)
      environment.reload();
  }

  #follow(): void {
    const { isolated, isConnected, src, order } = this.#host;
    if (isolated && isConnected && (this.#isolated || (src && order))) {
      if (this.#isolated) this.#isolated.changed();
      else if (!this.#ends) void this.#load();
    } else if (!isolated) {
      this.#ends?.abort();
      this.#ends = null;
      this.#isolated?.stop();
      this.#isolated = null;
    }
  }

  /** Shows the frame whenever its code arrives, even if that took too long. */
  async #load(): Promise<void> {
    this.#ends?.abort();
    this.#ends = new AbortController();
    const { signal } = this.#ends;
    this.bone.style.blockSize = `${this.#page.height()}px`;
    const loading = import('./isolated.ts');
    const isLate = !(await arrived(loading, signal)) && !signal.aborted;
    if (isLate) this.#lost();
    const part = await loading.catch(() => null);
    if (!part || signal.aborted) return;
    this.#host.addStyles(part.styles);
    this.#isolated = part.isolate(this.#host, this.#page);
    this.#host.requestUpdate();
  }
}
