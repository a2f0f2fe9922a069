import type { GatewayMethod, GatewayStatus, OperationMethod, PaymentMethod, PaymentMode } from './words.ts';

/**
 * The gateway's wire names (docs/interface.md). Shapes only: which field a request requires, and what it
 * may hold, is in gateway-parameters.ts.
 */

/** Ten strings for 3-D Secure 2 (interface 16.1). */
export interface WireFingerprint {
  browserColorDepth: string;
  browserScreenHeight: string;
  browserScreenWidth: string;
  browserJavaEnabled: string;
  browserLanguage: string;
  browserTimeZone: string;
  browserTimeZoneOffset: string;
  browserAcceptHeader: string;
  browserIpAddress: string;
  browserUserAgent: string;
}

/** A sub-merchant's share (interface 16.2). */
export interface WireSplitPayment {
  /** positive, at most two decimals */
  amount: number;
  /** UUID, issued by the gateway's support */
  sub_merchant_id: string;
}

/** Body of `POST /api/v1/payment` (endpoint 1), every variant, and of `POST /api/v1/split/purchase` (2). Amounts are JSON Numbers with at most two decimals. */
export interface WireCreatePayment {
  pos_id: string;
  mode: PaymentMode;
  method: PaymentMethod;
  amount: number;
  currency: string;
  description: string;
  order_id: string;
  /** `supported`, `always` or `never` (interface 17.3) */
  order_3ds_bypass: string;
  cc_number?: string;
  exp_month?: number;
  exp_year?: number;
  card_cvv?: string;
  cc_token?: string;
  products?: unknown[];
  customer_id?: string;
  customer_fname?: string;
  customer_lname?: string;
  customer_patronym?: string;
  customer_email?: string;
  customer_phone?: string;
  customer_ip?: string;
  customer_lang?: string;
  /** ISO 3166-1 alpha-2 */
  customer_country?: string;
  /** yyyy-MM-dd */
  customer_birthday?: string;
  customer_referrer?: string;
  customer_tax_id?: string;
  server_url?: string;
  result_url?: string;
  merchant_mcc?: string;
  payload?: string;
  validation_url?: string;
  browser_fingerprint?: WireFingerprint;
  cryptogram?: unknown;
  /** seconds */
  order_timeout?: number;
  /** split purchase only */
  split?: WireSplitPayment[];
}

/**
 * Answer of endpoint 1 (direct mode) and 12. Any field may be null or missing (interface 17.12), and there may be
 * further fields.
 */
export interface WirePayment {
  payment_id: string;
  order_id: string;
  gateway_order_id?: string | null;
  billing_order_id?: string | null;
  transaction_id?: string | null;
  pos_id?: string | null;
  mode?: PaymentMode | null;
  method: GatewayMethod;
  amount: number;
  currency: string;
  description?: string | null;
  status: GatewayStatus;
  status_code?: string | null;
  status_description?: string | null;
  user_action_required?: boolean | null;
  user_action_url?: string | null;
  eci?: string | null;
  mcc?: string | null;
  options_3ds?: string | null;
  cc_mask?: string | null;
  cc_token?: string | null;
  cc_token_expiration?: string | null;
  customer_id?: string | null;
  customer_ip?: string | null;
  customer_fname?: string | null;
  customer_lname?: string | null;
  customer_patronym?: string | null;
  customer_email?: string | null;
  customer_phone?: string | null;
  customer_birthday?: string | null;
  customer_country?: string | null;
  customer_city?: string | null;
  result_url?: string | null;
  created_at?: string | null;
  processed_at?: string | null;
  processing_time?: string | null;
  fee?: WireFee | null;
  fixed_fee?: WireFee | null;
  percent_fee?: WireFee | null;
  payload?: string | null;
  bank_short_name?: string | null;
  receipt_url?: string | null;
  processed_amount?: number | null;
  processed_currency?: string | null;
  /** endpoint 12 and webhooks of recurring payments */
  recurring?: WireRecurring | null;
}

/** State of a subscription (interface 16.9). */
export interface WireRecurring {
  id: string;
  status: string;
}

export interface WireFee {
  amount: number;
  currency: string;
}

/** Answer of the secondary operations. */
export interface WireOperation {
  operation_id: string;
  payment_id: string;
  order_id: string;
  transaction_id?: string | null;
  pos_id?: string | null;
  mode?: 'direct' | null;
  method: OperationMethod;
  amount: number;
  currency?: string | null;
  order_currency?: string | null;
  status: GatewayStatus;
  status_code?: string | null;
  status_description?: string | null;
  created_at?: string | null;
  processing_time?: string | null;
  processed_at?: string | null;
  fee?: WireFee | null;
  comment?: string | null;
  receipt_url?: string | null;
  /** split refund only; its shape is not documented */
  split_fee?: unknown;
}

/** An account of the merchant (endpoint 9). The rolling reserve has two spellings (interface 9.3). */
export interface WireAccount {
  id: string;
  name: string;
  currency: string;
  balances: { available: number; rollingReserve?: number | null; rolling_reserve?: number | null };
}

/** A terminal of the merchant (endpoint 9). */
export interface WireTerminal {
  id: string;
  name: string;
  currency: string;
  balances: { available: number };
}

/** A terminal whose balance was unavailable (endpoint 9). */
export interface WireFailedTerminal {
  id: string;
  message: string;
}

export interface WireAccounts {
  accounts: WireAccount[];
}

export interface WireTerminals {
  terminals: WireTerminal[];
  failed_terminals?: WireFailedTerminal[];
}

/** Error body; `args` comes in other shapes too (interface 17.6). */
export interface WireError {
  message: string;
  args?: unknown;
}
