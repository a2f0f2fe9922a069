import type { ReactiveController } from 'lit';
import type * as Part from './challenge-dialog.ts';
import type { Challenge, ChallengeHost } from './challenge-dialog.ts';
import { environment } from '../environment.ts';
import { LatePart, type StyledHost } from '../lazy.ts';
import { isOpen } from '../checkout/phases.ts';

/** Opens the bank's page in a dialog, and closes it when the payment has ended. */
export class ChallengeController implements ReactiveController {
  readonly #host: () => ChallengeHost;
  readonly #part: LatePart<typeof Part>;
  #dialog: Challenge | null = null;

  constructor(tag: StyledHost, host: () => ChallengeHost) {
    this.#host = host;
    this.#part = new LatePart(tag, () => import('./challenge-dialog.ts'));
    tag.addController(this);
  }

  hostDisconnected(): void {
    this.#dialog?.close();
  }

  hostUpdated(): void {
    const host = this.#host();
    if (isOpen(host.state.payment)) this.#dialog?.speak(host);
    else this.#dialog?.close();
  }

  /** Loads the dialog, so that it is there when it is needed. */
  prepare(): void {
    this.#part.fetch().catch(() => null);
  }

  /** Opens a page; if the dialog cannot be loaded in time, the browser navigates to it. */
  open(url: string): void {
    // The payment may have ended meanwhile.
    const isAwaited = () => url === this.#host().state.payment?.action?.url;
    void this.#part.load(
      ({ openChallenge }) => {
        if (isAwaited()) this.#dialog = openChallenge(url, this.#host()) ?? this.#dialog;
      },
      () => {
        this.#part.drop();
        if (isAwaited()) environment.navigate(url);
      },
    );
  }
}
