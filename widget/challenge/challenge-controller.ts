import type { CSSResult, ReactiveController, ReactiveControllerHost } from 'lit';
import type { Challenge, ChallengeHost } from './challenge-dialog.ts';
import { environment } from '../environment.ts';
import { arrived } from '../lazy.ts';
import { isOpen } from '../checkout/phases.ts';

interface Host extends ReactiveControllerHost, HTMLElement {
  addStyles(styles: CSSResult): void;
}

/** Opens the bank's page in a dialog, and closes it when the payment has ended. */
export class ChallengeController implements ReactiveController {
  readonly #host: Host;
  readonly #lend: () => ChallengeHost;
  #dialog: Challenge | null = null;
  #ends = new AbortController();

  constructor(host: Host, lend: () => ChallengeHost) {
    this.#host = host;
    this.#lend = lend;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#ends.abort();
    this.#dialog?.close();
  }

  hostUpdated(): void {
    const host = this.#lend();
    if (isOpen(host.state.payment)) this.#dialog?.speak(host);
    else this.#dialog?.close();
  }

  /** Loads the dialog, so that it is there when it is needed. */
  prepare(): void {
    load().catch(() => null);
  }

  /** Opens a page; if the dialog cannot be loaded in time, the browser navigates to it. */
  async open(url: string): Promise<void> {
    this.#ends.abort();
    this.#ends = new AbortController();
    const { signal } = this.#ends;
    const part = await arrived(load(), signal);
    // The tag may have been removed meanwhile, and the payment may have ended.
    if (signal.aborted || url !== this.#lend().state.payment?.action?.url) return;
    if (!part) return environment.navigate(url);
    this.#host.addStyles(part.styles);
    this.#dialog = part.openChallenge(url, this.#lend()) ?? this.#dialog;
  }
}

const load = () => import('./challenge-dialog.ts');
