import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { brandOf, type CardBrand, soleBrand } from '../../server/contract/card.ts';
import type { SessionView } from '../../server/contract/checkout-api.ts';
import { CUSTOMER_INPUTS } from '../../server/contract/customer-inputs.ts';
import { fieldAtFault } from '../../server/contract/decline-reason.ts';
import { digitsOf } from './digits.ts';
import { environment } from '../environment.ts';
import { mark, send } from '../events.ts';
import { faultText } from '../checkout/feedback.ts';
import type { FieldState } from './field-view.ts';
import {
  CARD_FIELDS,
  FIELD_NAMES,
  FIELDS,
  type Faults,
  faultOf,
  fieldOf,
  fieldsIn,
  type FieldName,
  type FieldValues,
  isTold,
} from './fields.ts';
import { IdleTimer } from './idle-timer.ts';
import { dropContact, keepContact, keptContact } from './kept-contact.ts';
import type { Language } from '../language/language.ts';
import { canPay, type CheckoutState } from '../checkout/phases.ts';
import { notAfter } from '../checkout/token.ts';
import { Typing } from './typing.ts';

export interface FieldsHost extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: HTMLElement | DocumentFragment;
  order: string;
}

/** What the fields ask of their form. */
export interface FieldsHooks {
  /** The session, or what the token suggests until it has arrived. */
  session(): SessionView | null;
  state(): CheckoutState;
  /** The fields to ask for now, in order. */
  names(session: SessionView): readonly FieldName[];
  language(): Language;
  /** Renders now, so that the focus finds the fields as they are. */
  render(): void;
  /** Something was typed. */
  edited(): void;
  /** Another card than the one of a decline is being typed. */
  dismiss(): void;
}

/** The field of another way to pay than the chosen one is hidden. */
export const SHOWN_INPUT = 'input:enabled:not([hidden] *)';

/** The fields of a form: their values, validity and error messages. */
export class FieldsController implements ReactiveController {
  readonly #host: FieldsHost;
  readonly #hooks: FieldsHooks;
  readonly #typing = new Typing();
  readonly #idle = new IdleTimer(() => this.wipe());
  #faults: Faults = {};
  /** whether the count of invalid fields is shown: from an attempt to pay until all fields are valid */
  #summed = false;
  #focused = '';
  /** the field whose fault is told to screen readers */
  #told: FieldName | null = null;
  /** the last `pay-change` */
  #sent = '';
  /** the order whose kept contact was filled in, and its fields */
  #filled = '';
  /** whether a session was known at the last change */
  #isKnown = false;
  /** the payment whose decline is marked at its field */
  #marked = '';
  #isTyped = false;
  /** the rendered inputs: a query at every key would be noticeable */
  #inputs: readonly HTMLInputElement[] = [];
  /** what they held before the render */
  #before: FieldValues = {};
  /** fault and brand of the number when all fields were last checked; false after a render */
  #found: string | false = false;

  constructor(host: FieldsHost, hooks: FieldsHooks) {
    this.#host = host;
    this.#hooks = hooks;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#before = this.values;
  }

  hostUpdated(): void {
    const inputs = [...this.#host.renderRoot.querySelectorAll('input')];
    this.#inputs = inputs.filter(({ name }) => name in FIELDS);
    // In another language the names may have changed places.
    for (const input of this.#inputs) {
      const before = this.#before[input.name as FieldName] ?? input.value;
      if (input.value !== before) input.value = before;
    }
    this.#found = false;
    this.#fillKept();
  }

  get values(): FieldValues {
    return Object.fromEntries(this.#inputs.map(({ name, value }) => [name, value]));
  }

  /** The invalid fields to be counted above the form, in order. */
  get summary(): readonly FieldName[] {
    return this.#summed ? fieldsIn(this.#hooks.language().tag).filter((name) => this.#faults[name]) : [];
  }

  /** The fault that screen readers are told when a field is left, or empty. */
  get told(): string {
    const code = this.#told && this.#faults[this.#told];
    return this.#told && code ? this.#textOf(this.#told, code) : '';
  }

  /** How a field is to be shown. */
  stateOf(name: FieldName, session: SessionView, isLast: boolean, busy: boolean): FieldState {
    const code = this.#faults[name];
    return {
      language: this.#hooks.language(),
      code,
      fault: code && this.#textOf(name, code),
      focused: this.#focused === name,
      last: isLast,
      busy,
      digits: digitsIn(this.values),
      brand: brandIn(this.values),
      accepted: session.brands,
      hidden: !this.#hooks.names(session).includes(name),
    };
  }

  reset(): void {
    this.empty(FIELD_NAMES);
    this.clear();
    this.#edited();
    dropContact(this.#hooks.session()?.order.id);
  }

  /** Those of the fields that are not valid yet. */
  missing(names: readonly FieldName[]): FieldName[] {
    const { values } = this;
    return names.filter((name) => this.#faultOf(name, values));
  }

  /** Shows no error any more. */
  clear(): void {
    this.#faults = {};
    this.#summed = false;
  }

  isValid(): boolean {
    return !Object.values(this.#check())[0];
  }

  /**
   * Shows all errors and focuses the first invalid field.
   * @param hosted whether the fields of the hosted page are meant
   * @param summing whether to count the invalid fields until all are valid
   * @returns whether all fields are valid
   */
  report(hosted = false, summing = this.#summed): boolean {
    this.#summed = summing;
    return this.#show(this.#check(this.values, hosted));
  }

  /** Focuses the first invalid field, otherwise the first field. */
  focus(options?: FocusOptions): void {
    const { renderRoot } = this.#host;
    // There is none before the first connection.
    const find = (selector: string) =>
      (renderRoot as ParentNode | undefined)?.querySelector<HTMLElement>(selector);
    (find('[aria-invalid=true]') ?? find(SHOWN_INPUT) ?? find('button:not(.remove)'))?.focus(options);
  }

  empty(names: readonly string[]): void {
    for (const input of this.#inputs) if (names.includes(input.name)) input.value = '';
    if (this.#sent) this.#edited();
  }

  /** Forgets the card. */
  wipe(): void {
    this.#idle.stop();
    this.empty(CARD_FIELDS);
  }

  /** Follows the checkout: what a result or a problem means for the fields. */
  follow(state: CheckoutState): void {
    const { phase, problem, session, payment, dismissed } = state;
    // A decline that comes with the first session is older than what was typed until then.
    const isOld = phase === 'failed' && !this.#isKnown && canPay(state);
    this.#isKnown = session !== null;
    if (isOld && payment) this.#marked = payment.id;
    if (phase === 'done') this.wipe();
    // Whatever follows needs the CVV again, but not the same card under a fresh order.
    if (problem?.code !== 'order-token-expired' && ['action', 'failed', 'waiting'].includes(phase) && !isOld)
      this.empty(['cvv']);
    const { renderRoot } = this.#host;
    const faults = problem?.errors?.map(({ path, code }) => [fieldOf(path), code] as const);
    if (faults)
      this.#show(
        Object.fromEntries(faults.filter(([name]) => name in FIELDS && renderRoot.querySelector(`#${name}`))),
      );
    // What is typed by now is another card than the one that the customer has gone on from.
    else if (payment?.status === 'failure' && payment.id !== dismissed && this.#marked !== payment.id)
      this.#mark(payment.id, payment.statusCode);
  }

  /** For `keydown` and `keyup`. */
  readonly onKey = (event: KeyboardEvent): void => this.#typing.key(event);

  readonly onBeforeInput = (event: InputEvent): void => this.#typing.beforeInput(event);

  readonly onInput = (event: Event): void => {
    this.#typing.afterInput(event);
    const { name, value } = event.target as HTMLInputElement;
    this.#hooks.edited();
    if (event.type === 'input') this.#typed(name as FieldName);
    this.#edited(name as FieldName, value);
  };

  readonly onFocus = ({ target }: Event): void => {
    this.#typing.entered(target as EventTarget);
    this.#focused = (target as HTMLInputElement).name;
    this.#host.requestUpdate();
  };

  readonly onLeave = (event: Event): void => {
    const { name, value } = event.target as HTMLInputElement & { name: FieldName };
    this.#focused = '';
    this.#host.requestUpdate();
    const fault = value && this.#check()[name];
    // Who came back to a fault has heard it.
    if (!fault || this.#faults[name] === fault) return;
    this.#faults[name] = fault;
    this.#told = name;
  };

  #textOf(name: FieldName, code: string): string {
    return faultText(
      this.#hooks.language(),
      name,
      code,
      soleBrand(digitsIn(this.values)),
      this.#hooks.session()?.brands ?? null,
    );
  }

  /** Marks the part of the card that a decline blames. */
  #mark(payment: string, statusCode: string | null): void {
    this.#marked = payment;
    const name = fieldAtFault(statusCode);
    if (name && this.values[name]) this.#faults[name] = name === 'expiry' ? 'expired' : 'invalid';
  }

  #fillKept(): void {
    const { session, phase } = this.#hooks.state();
    const id = session?.order.id ?? '';
    const shown = `${id} ${this.#inputs.map(({ name }) => name).join()}`;
    if (this.#filled === shown || phase === 'done') return;
    this.#filled = shown;
    // The first access to the storage takes longer than a render.
    if (!session?.customerFields[0]) return;
    const kept = keptContact(id);
    for (const input of this.#inputs) input.value ||= kept[input.name as FieldName] ?? '';
    keepContact(id, this.values);
  }

  #typed(name: FieldName): void {
    if (!this.#isTyped) mark('first-key');
    this.#isTyped = true;
    this.#idle.typed();
    if (name in CUSTOMER_INPUTS) {
      const session = this.#hooks.session();
      if (session) keepContact(session.order.id, this.values);
    } else this.#hooks.dismiss();
  }

  /** Removes resolved faults, tells what no further key can mend, and notifies the page. */
  #edited(name?: FieldName, value = ''): void {
    // Most keys change neither fault nor brand of the number; checking every field would be noticeable.
    const found =
      name === 'number' &&
      [this.#faultOf(name, { number: value }), brandIn({ number: value }), isTold(name, value, '')].join();
    if (found && found === this.#found) return;
    this.#found = found;
    const { values } = this;
    const now = this.#check(values);
    const before = JSON.stringify(this.#faults);
    const typed = name && now[name];
    const isNow = name && typed && isTold(name, value, typed);
    for (const shown of Object.keys(this.#faults) as FieldName[]) {
      const fault = now[shown];
      const isOpen = shown === name && !isNow && (fault === 'incomplete' || !(name in CUSTOMER_INPUTS));
      if (!fault || isOpen) delete this.#faults[shown];
      else this.#faults[shown] = fault;
    }
    // Another brand may require another CVV length.
    if (name === 'number' && now.cvv && values.cvv) this.#faults.cvv = now.cvv;
    if (isNow) {
      this.#faults[name] = typed;
      this.#told = name;
    }
    this.#summed &&= this.#isFaulty();
    const codes = Object.values(now);
    const complete = !codes.includes('required') && !codes.includes('incomplete');
    const detail = { valid: !codes[0], complete, brand: brandIn(values) };
    const sent = JSON.stringify(detail);
    const isNews = sent !== this.#sent;
    // Nothing else on the page depends on the values.
    if (isNews || before !== JSON.stringify(this.#faults)) this.#host.requestUpdate();
    this.#sent = sent;
    // Last: a listener may change the form again.
    if (isNews) send(this.#host, 'pay-change', detail);
  }

  #show(faults: Faults): boolean {
    this.#faults = faults;
    this.#told = null;
    this.#summed &&= this.#isFaulty();
    if (!this.#isFaulty()) return true;
    this.#hooks.render();
    this.focus();
    return false;
  }

  #isFaulty(): boolean {
    return Object.keys(this.#faults).length > 0;
  }

  #faultOf(name: FieldName, values: FieldValues): string {
    const brands = this.#hooks.session()?.brands ?? null;
    const now = () => notAfter(this.#host.order, environment.now());
    return faultOf(name, values, { brands, now }) ?? '';
  }

  #check(values = this.values, hosted = false): Faults {
    const session = this.#hooks.session();
    const faults: Faults = {};
    if (!session) return { number: 'required' };
    for (const name of hosted ? session.hostedCustomerFields : this.#hooks.names(session)) {
      const fault = this.#faultOf(name, values);
      if (fault) faults[name] = fault;
    }
    return faults;
  }
}

const digitsIn = ({ number = '' }: FieldValues): string => digitsOf(number);

const brandIn = (values: FieldValues): CardBrand | null => brandOf(digitsIn(values));
