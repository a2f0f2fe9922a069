import { maskOf } from '../contract/card.ts';
import { goOn } from './charge.ts';
import type { Fault } from './faults.ts';
import type { JournalEntry } from './journal.ts';
import type { LedgerState } from './ledger.ts';
import { type SandboxCard, TEST_CARDS } from './scenarios.ts';
import type { SandboxSettings } from './settings.ts';
import type { WebhookRecord } from './webhook-sender.ts';
import type { World } from './world.ts';

/** A sandbox's state for the next one. Without preflights and delayed answers. */
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
 * Copies the sandbox's state. People type real cards into test forms, too: of any card but the test cards it contains only
 * the mask, and its token is refused later.
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

/** Continues from a copy made by {@link stateOf}: restores timers, and sends waiting webhooks. */
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
