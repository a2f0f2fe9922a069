import type { ReactiveController } from 'lit';
import { environment } from '../environment.ts';
import type { FormElement } from './frame-look.ts';
import type * as Part from './isolated.ts';
import type { Isolated, IsolatedHost } from './isolated.ts';
import { LatePart, type StyledHost } from '../lazy.ts';

interface Tag extends StyledHost, FormElement {
  isolated: boolean;
}

/** Replaces the form with a frame of the companion's origin while `isolated` is set. Without the frame there are no fields. */
export class IsolationController implements ReactiveController {
  /** Keeps the room of the form until the frame is there. */
  readonly skeleton = document.createElement('div');
  readonly #tag: Tag;
  readonly #host: IsolatedHost;
  readonly #lost: () => void;
  readonly #part: LatePart<typeof Part>;
  #isolated: Isolated | null = null;

  /** @param lost called if the code for the frame cannot be loaded */
  constructor(tag: Tag, host: IsolatedHost, lost: () => void) {
    this.#tag = tag;
    this.#host = host;
    this.#lost = lost;
    this.#part = new LatePart(tag, () => import('./isolated.ts'));
    tag.addController(this);
  }

  /** The node that contains the frame, once it is loaded. */
  get frame(): HTMLElement | null {
    return this.#isolated?.frame ?? null;
  }

  /** Keeps the room that the form is likely to need. */
  reserve(): HTMLElement {
    this.skeleton.style.blockSize = `${this.#host.height()}px`;
    return this.skeleton;
  }

  hostConnected(): void {
    this.#follow();
  }

  hostDisconnected(): void {
    this.#isolated?.rest();
  }

  hostUpdate(): void {
    this.#follow();
  }

  /** Loads again what could not be loaded. */
  retry(): void {
    if (this.#isolated) return;
    this.#load();
    // Firefox never asks again for a script that failed, and after an update of the companion it is gone.
    this.#part.fetch().catch(() => navigator.onLine && this.#part.isWanted && environment.reload());
  }

  #follow(): void {
    const { isolated, isConnected, src, order } = this.#tag;
    if (!isolated) {
      this.#part.drop();
      this.#isolated?.stop();
      this.#isolated = null;
    } else if (this.#isolated) {
      if (isConnected) this.#isolated.changed();
    } else if (isConnected && src && order && !this.#part.isWanted) this.#load();
  }

  #load(): void {
    this.reserve();
    void this.#part.load(({ isolate }) => {
      this.#isolated = isolate(this.#tag, this.#host);
    }, this.#lost);
  }
}
