import { html, type TemplateResult } from 'lit';

/** What no answer of the merchant API contains: attributes of `<pay-console>`. */
export interface ConsoleConfig {
  /** the names of sub-merchants by id */
  subMerchants: Readonly<Record<string, string>>;
  /** whether receipts are available as PDF, too */
  hasPdf: boolean;
}

/** A sub-merchant by its name and the end of its id; by its id if it has no name. */
export function subMerchant(id: string, { subMerchants }: ConsoleConfig): TemplateResult {
  const name = subMerchants[id.toLowerCase()];
  return name
    ? html`${name} <code class="short" title=${id}>…${id.slice(-4)}</code>`
    : html`<code>${id}</code>`;
}
