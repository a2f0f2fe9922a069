import { maskOf } from '../contract/card.ts';
import { goOn } from './charge.ts';
import type { Fault } from './faults.ts';
import type { JournalEntry } from './journal.ts';
import type { LedgerState } from './ledger.ts';
import { type SandboxCard, TEST_CARDS } from './scenarios.ts';
import type { SandboxSettings } from './settings.ts';
import type { WebhookRecord } from './webhook-sender.ts';
import type { World } from './world.ts';

/** What a sandbox leaves to the next one. Preflights, and answers that were held back, are not part of it. */
export interface SandboxState {
  clockOffsetMs: number;
  ledger: LedgerState;
  requests: readonly JournalEntry[];
  webhooks: readonly WebhookRecord[];
  faults: readonly Fault[];
  settings: SandboxSettings;
  issuedReferences: number;
}

/**
 * A copy of what the sandbox holds. People type real cards into test forms as well: of a card that is none of the test cards
 * only the mask is in it, and its token is refused later.
 */
export function stateOf(world: World): SandboxState {
  const state = structuredClone({
    clockOffsetMs: world.clock.offset,
    ledger: world.ledger.state(),
    requests: world.journal.all(),
    webhooks: world.webhooks.records(),
    faults: world.faults.waiting(),
    settings: world.settings,
    issuedReferences: world.issuedReferences,
  });
  for (const { card } of state.ledger.byOrder.values()) if (card) maskUnknown(card);
  for (const card of state.ledger.tokens.values()) maskUnknown(card);
  return state;
}

/** Goes on with what {@link stateOf} has copied: timers are set anew, and webhooks that waited are sent. */
export function restoreWorld(world: World, state: SandboxState): void {
  world.clock.advance(state.clockOffsetMs);
  world.settings = state.settings;
  world.issuedReferences = state.issuedReferences;
  world.ledger.restore(state.ledger);
  world.journal.restore(state.requests);
  for (const fault of state.faults) world.faults.order(fault);
  for (const payment of world.ledger.all()) goOn(world, payment);
  world.webhooks.restore(state.webhooks);
}

function maskUnknown(card: SandboxCard): void {
  if (!TEST_CARDS.some(({ number }) => number === card.number)) card.number = maskOf(card.number);
}
