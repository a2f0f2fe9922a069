import { html, svg, type TemplateResult } from 'lit';

/** The icons of the form: one family, 24 × 24, drawn with one stroke in the colour of the text. Hidden from screen readers. */

const PATHS = {
  alert: svg`<circle cx="12" cy="12" r="9" /><path d="M12 7.5v5.5M12 16.4v.1" />`,
  close: svg`<path d="m6.5 6.5 11 11m0-11-11 11" />`,
  shield: svg`<path d="M12 3 5 5.8V11c0 4.6 2.9 8 7 10 4.1-2 7-5.4 7-10V5.8z" /><path d="m9 12 2.2 2.2L15.2 10" />`,
} as const;

export const icon = (name: keyof typeof PATHS): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${PATHS[name]}</svg>`;

/** Turns while something is awaited. */
export const spinner = html`<span class="spinner" aria-hidden="true"></span>`;

/** Draws itself when a payment has succeeded. */
export const tick = html`<svg class="icon tick" viewBox="0 0 24 24" aria-hidden="true"><path d="m6.5 12.5 4 4 7.5-8.5" /></svg>`;
