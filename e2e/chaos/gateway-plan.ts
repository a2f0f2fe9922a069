/** Settings of the sandbox (`server/sandbox/README.md`) for a whole run: liberties that a real gateway takes. */
export interface GatewayPlan {
  clockOffsetSeconds: number;
  /** less than the companions' grace time by the latest arrival of an operation */
  readLagSeconds: number;
  payerFeePercent: number;
}

/** Ahead and behind, within the minute that the companion tolerates and beyond it. */
const CLOCKS = [0, 200, -40, -170, 45, 600, -3_600];
const LAGS = [0, 2, 1, 2, 0.5];
const FEES = [0, 2, 0, 1.5];

/** The gateway of a run. Depends only on the seed; consecutive seeds have different ones. */
export function planGateway(seed: number): GatewayPlan {
  const of = (all: readonly number[]) => all[seed % all.length] ?? 0;
  return { clockOffsetSeconds: of(CLOCKS), readLagSeconds: of(LAGS), payerFeePercent: of(FEES) };
}
