import type { z } from 'zod';
import type { Options } from './arguments.ts';
import type { CommandSpec } from './command.ts';

/** A command of the merchant API: an operation of its description, and what people are told about it. */
export interface MerchantCommand
  extends Pick<CommandSpec<Options>, 'name' | 'summary' | 'notes' | 'examples'> {
  /** as described: "POST /api/orders/{orderId}/refund"; the parameter of its path stands first */
  operation: string;
  /** its parameters and the fields of its body: the options */
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** the fields that are options, if not all */
  only?: readonly string[];
  /** in the place of the descriptions of fields */
  help?: Readonly<Record<string, string>>;
  /** options that are not fields */
  more?: Options;
  /** the answer; without one it is a file */
  answer?: z.ZodType;
  /** the only field that is printed */
  prints?: string;
  /** the operation for one item of the list, if its id is given */
  one?: { operation: string; answer: z.ZodType };
  /** said if the list is empty */
  none?: string;
  /** the name of the file if none is given */
  fileName?: (id: string, format: string) => string;
  change?: (given: Given) => Change;
  /** the status of the answer that means done; without one every answer does */
  aim?: 'success' | 'failure';
}

export type Values = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

/** What a command was given. */
export interface Given {
  /** the first argument, or "" */
  id: string;
  values: Values;
  /** the given Idempotency-Key, or a new one */
  key: string;
  argv: readonly string[];
}

/** What people are told about a change. */
export interface Change {
  /** said beforehand, as in "refund 5.00 of order A-1." */
  doing?: string;
  /** as in "it is not known whether the refund was made" */
  whether: string;
  /** what to do if that is not known, in one or two lines */
  remedy: string;
  /** said if the answer leaves the outcome open */
  ifOpen?: string;
}
