/**
 * Runs all steps, one after the other, even if one of them fails: a step that always fails keeps no other from being
 * done.
 * @throws after the last step: what the failed step has thrown, or an AggregateError of several
 */
export async function inTurn(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => errors.push(error));
  if (errors.length > 1) throw new AggregateError(errors);
  if (errors.length > 0) throw errors[0];
}
