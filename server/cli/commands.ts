import { balances } from './balances.ts';
import type { Command } from './command.ts';
import { doctor } from './doctor/doctor.ts';
import { integrity } from './integrity.ts';
import { messages, sendMessage } from './messages.ts';
import { cancel, capture, refund, resend, voidAuth } from './operations.ts';
import { createOrder, orders } from './orders.ts';
import { receipt, receipts } from './receipts.ts';
import { resolve, resolveOperation, review } from './review.ts';
import { dev, sandbox, serve } from './start.ts';
import { backup, rebuild, reconcile } from './store.ts';

/** In the order of the help text. */
export const COMMANDS: readonly Command[] = [
  dev,
  serve,
  sandbox,
  doctor,
  integrity,
  backup,
  rebuild,
  reconcile,
  createOrder,
  orders,
  capture,
  voidAuth,
  refund,
  cancel,
  resend,
  review,
  resolve,
  resolveOperation,
  messages,
  sendMessage,
  balances,
  receipt,
  receipts,
];

/** Finds the command at the start of a command line, preferring the longest name, and the arguments after it. */
export function findCommand(argv: readonly string[]): { command: Command; rest: string[] } | null {
  for (const words of [2, 1]) {
    const name = argv.slice(0, words).join(' ');
    const command = COMMANDS.find((one) => one.name === name);
    if (command) return { command, rest: argv.slice(words) };
  }
  return null;
}
