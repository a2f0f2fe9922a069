/**
 * The gateway's wire names (interface document). Shapes only: which field is required, optional or not sent
 * is read from the document twice, by the client (server/gateway) and by the sandbox (server/sandbox).
 */

export type WireMode = 'direct' | 'hosted';
export type WirePrimaryMethod = 'purchase' | 'auth' | 'lookup';
export type WireMethod = WirePrimaryMethod | 'capture' | 'void' | 'refund' | 'credit' | 'p2p';
export type WireStatus = 'init' | 'pending' | 'success' | 'failure';

/** Ten strings for 3-D Secure 2 (interface document, Other shapes, browser_fingerprint). */
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

/** A sub-merchant's share (interface document, Other shapes, SplitPayment). */
export interface WireSplitPayment {
  /** positive, at most two decimals */
  amount: number;
  /** UUID, issued by the gateway's support */
  sub_merchant_id: string;
}

/** Body of `POST /api/v1/payment` (endpoint 1), every variant, and of `POST /api/v1/split/purchase` (2). Amounts are JSON Numbers with at most two decimals. */
export interface WireCreatePayment {
  pos_id: string;
  mode: WireMode;
  method: WirePrimaryMethod;
  amount: number;
  currency: string;
  description: string;
  order_id: string;
  /** `supported`, `always` or `never` (known from beyond the document). */
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

/** Answer of endpoint 1 (direct mode) and 12. Any field may be null or missing, and there may be further fields. */
export interface WirePayment {
  payment_id: string;
  order_id: string;
  gateway_order_id?: string | null;
  billing_order_id?: string | null;
  transaction_id?: string | null;
  pos_id?: string | null;
  mode?: WireMode | null;
  method: WireMethod;
  amount: number;
  currency: string;
  description?: string | null;
  status: WireStatus;
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

/** State of a subscription (interface document, Other shapes, recurring). */
export interface WireRecurring {
  id: string;
  status: string;
}

export interface WireFee {
  amount: number;
  currency: string;
}

/** Body of the secondary operations capture, void and refund (endpoints 3, 5, 6). */
export interface WireOperationRequest {
  pos_id: string;
  /** at most 32 characters */
  order_id: string;
  order_currency: string;
  charge_amount?: number;
  refund_amount?: number;
  /** at most 2048 characters */
  comment?: string;
  server_url?: string;
  f_receipt_delivery?: 'email' | 'sms' | 'viber' | 'none';
}

/** Body of `POST /api/v1/split/capture` (endpoint 4). Both `charge_amount` and `split` are sent. */
export interface WireSplitCaptureRequest {
  pos_id: string;
  order_id: string;
  order_currency: string;
  charge_amount: number;
  split: WireSplitPayment[];
  comment?: string;
  server_url?: string;
}

/** Body of `POST /api/v1/split/refund` (endpoint 7): it names the currency `currency`. */
export interface WireSplitRefundRequest {
  pos_id: string;
  order_id: string;
  currency: string;
  refund_amount: number;
  split: WireSplitPayment[];
  comment?: string;
  server_url?: string;
}

/** Answer of the secondary operations. */
export interface WireOperation {
  operation_id: string;
  payment_id: string;
  order_id: string;
  transaction_id?: string | null;
  pos_id?: string | null;
  mode?: 'direct' | null;
  method: 'capture' | 'void' | 'refund';
  amount: number;
  currency?: string | null;
  order_currency?: string | null;
  status: WireStatus;
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

/** An account of the merchant (endpoint 9). Samples have two spellings of the rolling reserve. */
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

/** `format` of receipts (endpoints 10 and 11); `signed_pdf` is for credit references. */
export type WireReceiptFormat = 'html' | 'pdf' | 'signed_pdf';

/** Error body (known from beyond the document); `args` comes in other shapes too. */
export interface WireError {
  message: string;
  args?: unknown;
}
