import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { CUSTOMER, FINGERPRINT } from './payments.ts';
import { CARDS } from './cards.ts';
import type { SandboxPayment } from './sandbox-control.ts';
import type { Stack } from './stack.ts';

/** A status that a webhook of the companion has reported to the shop. */
export interface Delivered {
  status: string;
  paymentId: string;
}

/** A payment as the companion shows it. */
interface PaymentView {
  id: string;
  status: string;
  statusCode: string | null;
}

/** An order of the shop, and the page on which it is paid. */
export class Checkout {
  orderId = '';
  readonly page: Page;
  readonly stack: Stack;
  /** what contains the form: the page, a part of it, or the frame of an isolated form */
  readonly place: Page | Locator | FrameLocator;
  /** the tag; its parts are found through its shadow root */
  readonly form: Locator;
  readonly submit: Locator;
  /** the message about the payment */
  readonly alert: Locator;
  readonly status: Locator;
  /** on the 3-D Secure page of the sandbox */
  readonly approve: Locator;
  readonly reject: Locator;

  constructor(page: Page, stack: Stack, place: Page | Locator | FrameLocator = page) {
    this.page = page;
    this.stack = stack;
    this.place = place;
    this.form = place.locator('pay-form');
    this.submit = this.form.locator('[part=submit]');
    this.alert = this.form.getByRole('alert');
    this.status = this.form.getByRole('status');
    this.approve = page.locator('#approve');
    this.reject = page.locator('#reject');
  }

  /**
   * Creates an order and opens its checkout.
   * @param query `mode`, `lang`, `3ds`, `isolated`: the shop's switches
   */
  async open(query: Record<string, string> = {}): Promise<void> {
    await this.order();
    await this.revisit(query);
  }

  /** Creates an order without opening its checkout. */
  async order(): Promise<void> {
    const answer = await this.page.request.post(`${this.stack.shop}/orders`, {
      form: { tea: '1' },
      maxRedirects: 0,
    });
    this.orderId = answer.headers()['location']?.split('/').at(-1) ?? '';
  }

  /** Opens the checkout of the same order. */
  async revisit(query: Record<string, string> = {}): Promise<void> {
    await this.page.goto(this.address(query));
  }

  address(query: Record<string, string> = {}): string {
    return `${this.stack.shop}/orders/${this.orderId}?${new URLSearchParams(query)}`;
  }

  /** The order token in the shop's page. */
  async token(): Promise<string> {
    return (await this.page.locator('pay-form, pay-status').getAttribute('order')) ?? '';
  }

  /** A visible field (the fallback inside the tag has fields of the same names). */
  field(name: string): Locator {
    return this.place.locator(`pay-form input[name="${name}"]:visible`);
  }

  /** The button of the tag with this text. */
  button(name: string | RegExp): Locator {
    return this.form.getByRole('button', { name });
  }

  async fill(card: string = CARDS.success, other: Record<string, string> = {}): Promise<void> {
    const cvv = card.startsWith('3') ? '1234' : '123';
    await this.#fillIn({ number: card, expiry: '12/34', cvv, ...CUSTOMER, ...other });
  }

  /** Fills in the customer fields, but not the card. */
  async fillContact(): Promise<void> {
    await this.#fillIn(CUSTOMER);
  }

  async #fillIn(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(values)) {
      // In Firefox, Playwright appends to an e-mail field instead of replacing its value.
      if (name === 'email') await this.field(name).clear();
      await this.field(name).fill(value);
    }
  }

  async pay(card: string = CARDS.success): Promise<void> {
    await this.fill(card);
    await this.submit.click();
  }

  /** Opens an order and pays it. */
  async openAndPay(card: string, query: Record<string, string> = {}): Promise<void> {
    await this.open(query);
    await this.pay(card);
  }

  /** Fills in the fields before the hosted page, and opens it. */
  async goToHostedPage(): Promise<void> {
    await this.field('email').fill(CUSTOMER.email);
    await this.field('phone').fill(CUSTOMER.phone);
    await this.submit.click();
    await expect(this.page.locator('#pay')).toBeVisible();
  }

  /** Pays on the hosted page of the sandbox. */
  async payOnHostedPage(card: string = CARDS.success): Promise<void> {
    await this.page.locator('#cc_number').fill(card);
    await this.page.locator('#exp').fill('12/34');
    await this.page.locator('#cvv').fill('123');
    await this.page.locator('#pay').click();
  }

  /** Expects the shop's page after a payment. */
  async expectThanks(): Promise<void> {
    await expect(this.page).toHaveURL(new RegExp(`/orders/${this.orderId}/thanks\\?.*status=success`));
    await expect(this.page.locator('pay-status').getByRole('status')).toContainText('Paid');
  }

  /** The statuses that webhooks have reported to the shop, oldest first. */
  async delivered(): Promise<Delivered[]> {
    const answer = await fetch(`${this.stack.shop}/orders/${this.orderId}/deliveries`);
    return ((await answer.json()) as { deliveries: Delivered[] }).deliveries;
  }

  /** Waits until the last delivered webhook reports this status. */
  async expectDelivered(status: string): Promise<void> {
    await expect.poll(async () => (await this.delivered()).at(-1)?.status).toBe(status);
  }

  /** The payments of the order at the gateway. */
  payments(): Promise<SandboxPayment[]> {
    return this.stack.sandbox.payments(this.orderId);
  }

  async successes(): Promise<SandboxPayment[]> {
    return (await this.payments()).filter(({ status }) => status === 'success');
  }

  /** The number of requests to create a payment of the order that the gateway received. */
  async creations(): Promise<number> {
    return (await this.stack.sandbox.creations(this.orderId)).length;
  }

  /** The payment as the companion knows it. */
  async payment(): Promise<PaymentView | null> {
    const headers = { authorization: `Bearer ${await this.token()}` };
    const answer = await fetch(`${this.stack.companion}/session`, { headers });
    return ((await answer.json()) as { payment: PaymentView | null }).payment;
  }

  /**
   * Sends a card to the companion without the page, like another program.
   * @param token default: the page's
   */
  async postCard(
    token?: string,
    wish: { saveCard?: true } = {},
  ): Promise<{ status: number; code: string | undefined }> {
    const answer = await fetch(`${this.stack.companion}/payments`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token ?? (await this.token())}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({
        card: { number: '4242424242424242', expMonth: 12, expYear: 2034, cvv: '123' },
        customer: CUSTOMER,
        fingerprint: FINGERPRINT,
        ...wish,
      }),
    });
    return { status: answer.status, code: ((await answer.json()) as { code?: string }).code };
  }
}
