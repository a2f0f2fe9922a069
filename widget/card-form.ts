import type { TemplateResult } from 'lit/html.js';
import { FIRST } from './attention.ts';
import { brandOf, type CardBrand } from '../server/contract/card.ts';
import type { SessionView } from '../server/contract/checkout-api.ts';
import { CUSTOMER_INPUTS } from '../server/contract/customer-form.ts';
import { digitsOf } from './digits.ts';
import { environment } from './environment.ts';
import { mark, send } from './events.ts';
import type { FieldState } from './field-view.ts';
import {
  CARD_FIELDS,
  FIELD_NAMES,
  type Faults,
  faultOf,
  fieldOf,
  type FieldName,
  type FieldValues,
} from './fields.ts';
import { dropContact, keepContact, keptContact } from './kept-contact.ts';
import { PayElement } from './pay-element.ts';
import { canPay, type CheckoutState } from './phases.ts';
import { guessSession, notAfter } from './token.ts';
import { Typing } from './typing.ts';

/** Milliseconds without a key after which the card is forgotten. */
const IDLE = 15 * 60_000;
/** Milliseconds after which the clock is looked at again. */
const LOOK = 60_000;

/** The fields of a form: their values, validation and error messages. */
export abstract class CardForm extends PayElement {
  #faults: Faults = {};
  /** whether the summary of invalid fields is shown: from an attempt to pay until all fields are valid */
  #summed = false;
  #focusedField = '';
  /** the last `pay-change` */
  #sent = '';
  /** the order token read last, and the session guessed from it */
  #guess: [token: string, session: SessionView | null] = ['', null];
  /** the order whose kept contact was filled in, and the mode */
  #filled = '';
  /** the session at the last change */
  #known: SessionView | null = null;
  /** the payment whose decline is marked at its field */
  #marked = '';
  /** the timer that forgets the card, and the time of the last key */
  #idle = 0;
  #typedAt = 0;
  /** the rendered inputs: a query at every key would be noticeable */
  #inputs: readonly HTMLInputElement[] = [];
  /** fault and brand of the number when all fields were last checked; false after a render */
  #found: string | false = false;
  readonly #typing = new Typing();

  /** The fields to ask for now, in order. */
  protected abstract fieldNames(session: SessionView): readonly FieldName[];

  /** Empties the form and dismisses a decline. */
  reset(): void {
    this.emptyFields(FIELD_NAMES);
    this.#faults = {};
    this.#summed = false;
    this.checkout.reset();
    this.#edited();
    dropContact(this.knownSession()?.order.id);
  }

  /** Whether all fields are valid. Shows no errors. */
  checkValidity(): boolean {
    return !Object.values(this.#check())[0];
  }

  /** Whether all fields are valid. Shows the errors and focuses the first invalid field. */
  reportValidity(): boolean {
    return this.reportFaults();
  }

  /**
   * The same for the fields of one payment mode.
   * @param summing whether to show a summary of invalid fields until all are valid
   */
  protected reportFaults(hosted = false, summing = this.#summed): boolean {
    this.#summed = summing;
    this.#faults = this.#check(this.fieldValues(), hosted);
    return this.#showFaults();
  }

  /** Focuses the first invalid field, otherwise the first field. */
  override focus(options?: FocusOptions): void {
    (this.find('[aria-invalid=true]') ?? this.find(FIRST))?.focus(options);
  }

  protected override updated(): void {
    this.#inputs = [...this.renderRoot.querySelectorAll('input')];
    this.#found = false;
    this.#markDecline();
    this.#fillKept();
  }

  protected override changed(state: CheckoutState): void {
    const { phase, problem, session, payment } = state;
    // A decline that comes with the first session is older than what was typed until then.
    const isOld = phase === 'failed' && !this.#known && canPay(state);
    if (isOld && payment) this.#marked = payment.id;
    if (phase === 'done') this.wipe();
    if (problem?.code === 'order-token-expired') send(this, 'pay-expired', null, true);
    // Action, failed or waiting: whatever follows needs the CVV again.
    else if (/^[afw]/.test(phase) && !isOld) this.emptyFields(['cvv']);
    this.#known = session;
    if (!problem?.errors) return;
    const faults = problem.errors.map(({ path, code }) => [fieldOf(path), code] as const);
    this.#faults = Object.fromEntries(faults.filter(([name]) => this.find(`#${name}`)));
    this.#showFaults();
  }

  protected override wipe(): void {
    clearTimeout(this.#idle);
    this.#idle = 0;
    this.emptyFields(CARD_FIELDS);
  }

  protected override summary(): TemplateResult | '' {
    const names = FIELD_NAMES.filter((name) => this.#faults[name]);
    if (!this.#summed || !names.length || !this.feedback) return '';
    return this.feedback.renderSummary(this.host(), names, (name) => this.find(`#${name}`)?.focus());
  }

  protected fieldStates({ brands }: SessionView, names: readonly FieldName[]) {
    const { language, feedback } = this;
    const brand = brandIn(this.fieldValues());
    const busy = this.isBusy();
    return (name: FieldName): FieldState => {
      const code = this.#faults[name];
      const focused = this.#focusedField === name;
      const last = name === names.at(-1);
      const state = { language, brand, busy, accepted: brands, code, focused, last, fault: undefined };
      return {
        ...state,
        fault: code && (feedback?.faultText(this.host(), name, code, state) ?? language.texts.invalid),
      };
    };
  }

  /** The session, or a guess from the token until the companion has answered. */
  protected knownSession(): SessionView | null {
    const { phase, session } = this.checkout.state;
    if (session && phase !== 'loading') return session;
    const { order } = this;
    if (this.#guess[0] !== order) this.#guess = [order, guessSession(order, this.#guess[1] ?? session)];
    return order ? (this.#guess[1] ?? session) : null;
  }

  /** Marks the part of the card that a decline blames. */
  #markDecline(): void {
    const { payment, phase } = this;
    if (phase !== 'failed' || !payment || !this.feedback || this.#marked === payment.id) return;
    this.#marked = payment.id;
    const name = this.feedback.fieldAtFault(payment.statusCode);
    if (!name || !this.fieldValues()[name]) return;
    this.#faults[name] = name === 'expiry' ? 'expired' : 'invalid';
    this.#showFaults();
  }

  #fillKept(): void {
    const { session } = this.checkout.state;
    const id = session?.order.id ?? '';
    const shown = id + this.getAttribute('mode');
    if (this.#filled === shown || this.phase === 'done') return;
    this.#filled = shown;
    // The first access to the storage takes longer than a render.
    if (!session?.customerFields[0]) return;
    const kept = keptContact(id);
    for (const input of this.#inputs) input.value ||= kept[input.name as FieldName] ?? '';
    keepContact(id, this.fieldValues());
  }

  protected readonly onFieldEdit = (event: InputEvent): void => this.#typing.beforeInput(event);
  protected readonly onFieldKey = (event: KeyboardEvent): void => this.#typing.key(event);

  protected readonly onFieldInput = (event: Event): void => {
    this.#typing.afterInput(event);
    const { name, value } = event.target as HTMLInputElement;
    this.checkout.edited();
    if (event.type === 'input') this.#typed(name as FieldName);
    this.#edited(name as FieldName, value);
  };

  #typed(name: FieldName): void {
    if (!this.#typedAt) mark('first-key');
    this.#typedAt = Date.now();
    // A new timer at every key would be noticeable.
    if (!this.#idle) this.#forget();
    if (name in CUSTOMER_INPUTS) {
      const session = this.knownSession();
      if (session) keepContact(session.order.id, this.fieldValues());
      // A decline is about the card that was typed before.
    } else if (this.checkout.state.problem || this.phase === 'failed') this.checkout.reset();
  }

  readonly #forget = (): void => {
    const left = IDLE - Math.abs(Date.now() - this.#typedAt);
    // Timers stand still while a computer sleeps.
    if (left > 0) this.#idle = window.setTimeout(this.#forget, Math.min(left, LOOK));
    else this.wipe();
  };

  protected readonly onFieldFocus = ({ target }: Event): void => {
    void this.loadFeedback();
    this.#focusedField = (target as HTMLInputElement).name;
    this.requestUpdate();
  };

  protected readonly onFieldLeave = (event: Event): void => {
    const { name, value } = event.target as HTMLInputElement;
    this.#focusedField = '';
    this.requestUpdate();
    const fault = this.#check()[name as FieldName];
    if (value && fault) this.#faults[name as FieldName] = fault;
  };

  /** Removes resolved faults and notifies the page. */
  #edited(name?: FieldName, number = ''): void {
    // Most keys change neither fault nor brand of the number; checking every field would be noticeable.
    const found = name === 'number' && this.#faultOf(name, { number }) + brandIn({ number });
    if (found && found === this.#found) return;
    this.#found = found;
    const values = this.fieldValues();
    const now = this.#check(values);
    const before = JSON.stringify(this.#faults);
    for (const shown of Object.keys(this.#faults) as FieldName[]) {
      const fault = now[shown];
      if (!fault || (shown === name && fault === 'incomplete')) delete this.#faults[shown];
      else this.#faults[shown] = fault;
    }
    // Another brand may require another CVV length.
    if (name === 'number' && now.cvv && values.cvv) this.#faults.cvv = now.cvv;
    if (now.number === 'brand-not-accepted') this.#faults.number = now.number;
    // No year makes it valid.
    if (now.expiry === 'month') this.#faults.expiry = now.expiry;
    this.#summed &&= this.#isFaulty();
    const codes = Object.values(now);
    const complete = !codes.includes('required') && !codes.includes('incomplete');
    const detail = { valid: !codes[0], complete, brand: brandIn(values) };
    const sent = JSON.stringify(detail);
    const isNews = sent !== this.#sent;
    // Nothing else on the page depends on the values.
    if (isNews || before !== JSON.stringify(this.#faults)) this.requestUpdate();
    this.#sent = sent;
    // Last: a listener may change the form again.
    if (isNews) send(this, 'pay-change', detail);
  }

  #showFaults(): boolean {
    this.#summed &&= this.#isFaulty();
    if (!this.#isFaulty()) return true;
    this.requestUpdate();
    this.performUpdate();
    this.focus();
    return false;
  }

  #isFaulty(): boolean {
    return Object.keys(this.#faults).length > 0;
  }

  #faultOf(name: FieldName, values: FieldValues): string {
    const brands = this.knownSession()?.brands ?? null;
    const now = () => notAfter(this.order, environment.now());
    return faultOf(name, values, { brands, now }) ?? '';
  }

  #check(values = this.fieldValues(), hosted = false): Faults {
    const session = this.knownSession();
    const faults: Faults = {};
    if (!session) return { number: 'required' };
    for (const name of hosted ? session.hostedCustomerFields : this.fieldNames(session)) {
      const fault = this.#faultOf(name, values);
      if (fault) faults[name] = fault;
    }
    return faults;
  }

  protected fieldValues(): FieldValues {
    const values: Record<string, string> = {};
    for (const { name, value } of this.#inputs) values[name] = value;
    return values;
  }

  protected emptyFields(names: readonly string[]): void {
    for (const input of this.#inputs) {
      if (names.includes(input.name)) input.value = '';
    }
    if (this.#sent) this.#edited();
  }
}

const brandIn = ({ number = '' }: FieldValues): CardBrand | null => brandOf(digitsOf(number));
