/** The event of a webhook, as JSON (interface document, Events). */
export interface WebhookPayload {
  order_id: string;
  pos_id: string;
  amount: number;
  currency: string;
  [field: string]: unknown;
}
