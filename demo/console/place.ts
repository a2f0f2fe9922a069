import type { TemplateResult } from 'lit';
import type { Address } from './address.ts';
import type { Api } from './api.ts';

/** What a view is given by the console. */
export interface Place {
  api: Api;
  /** aborted when another view is opened */
  closed: AbortSignal;
  /** renders the view again, soon */
  redraw(): void;
  /** moves the focus once the view is rendered */
  focus(selector: string): void;
}

/** A page of the console. */
export interface View {
  render(): TemplateResult;
  /** the address has changed within the view */
  turn?(address: Address): void;
}
