import { backup } from './backup.ts';
import { balances } from './balances.ts';
import { cancel } from './cancel.ts';
import { capture } from './capture.ts';
import type { Command } from './command.ts';
import { dev } from './dev.ts';
import { doctor } from './doctor/doctor.ts';
import { integrity } from './integrity.ts';
import { sendMessage } from './messages-send.ts';
import { messages } from './messages.ts';
import { createOrder } from './orders-create.ts';
import { orders } from './orders.ts';
import { rebuild } from './rebuild.ts';
import { receipt } from './receipt.ts';
import { receipts } from './receipts.ts';
import { reconcile } from './reconcile.ts';
import { refund } from './refund.ts';
import { resend } from './resend.ts';
import { resolve, resolveOperation } from './resolve.ts';
import { review } from './review.ts';
import { sandbox } from './sandbox.ts';
import { serve } from './serve.ts';
import { voidAuth } from './void.ts';

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
