const css = String.raw;

/** The look of all three tags. Text, font and colour scheme are the page's own; the rest is custom properties. */
export const styles = new CSSStyleSheet();

styles.replaceSync(css`
  :host {
    --_accent: var(--pay-accent, light-dark(#2450d6, #9db8ff));
    --_on-accent: var(--pay-on-accent, light-dark(#fff, #0b1430));
    --_error: var(--pay-error, light-dark(#b3261e, #ffaca4));
    --_success: var(--pay-success, light-dark(#12703c, #7fe0a8));
    --_surface: var(--pay-surface, light-dark(#fff, #ffffff12));
    --_line: var(--pay-line, color-mix(in srgb, currentcolor 50%, transparent));
    --_muted: var(--pay-muted, color-mix(in srgb, currentcolor 75%, transparent));
    --_radius: var(--pay-radius, 10px);
    display: block;
    max-inline-size: 30rem;
    margin-inline: auto;
    font-family: var(--pay-font, inherit);
    line-height: 1.4;
  }
  :host([hidden]),
  [hidden] {
    display: none;
  }
  * {
    box-sizing: border-box;
    margin: 0;
  }
  fieldset {
    display: grid;
    grid-template-columns: 1fr 1fr;
    column-gap: var(--pay-gap, 14px);
    padding: 0;
    border: 0;
  }
  fieldset > * {
    grid-column: span 2;
    min-inline-size: 0;
  }
  .expiry,
  .cvv,
  .firstName,
  .lastName {
    grid-column: span 1;
  }
  p,
  label,
  .alert {
    unicode-bidi: plaintext;
  }
  label {
    display: block;
    margin-block-end: 4px;
    font-size: 0.875em;
    font-weight: 500;
  }
  .box {
    position: relative;
  }
  input,
  button {
    inline-size: 100%;
    min-block-size: 48px;
    padding: 10px 14px;
    font: inherit;
    font-size: max(16px, 1em);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  input {
    color: inherit;
    font-variant-numeric: tabular-nums;
    background: var(--_surface);
  }
  :is([inputmode], [type='email'], [type='tel']) {
    direction: ltr;
  }
  :host(:dir(rtl)) :is(input, label, .fault, .alert) {
    text-align: right;
  }
  ::placeholder {
    color: var(--_muted);
    opacity: 0.8;
  }
  [aria-invalid='true'] {
    border-color: var(--_error);
    box-shadow: inset 0 0 0 1px var(--_error);
  }
  :focus-visible {
    outline: 3px solid color-mix(in srgb, var(--_accent) 60%, transparent);
    outline-offset: 1px;
  }
  .fault,
  .hint,
  .brand {
    font-size: 0.8125em;
  }
  .fault {
    min-block-size: 1.4em;
    margin-block: 3px 11px;
  }
  .bad {
    color: var(--_error);
  }
  .hint,
  .brands {
    color: var(--_muted);
  }
  .hint {
    margin-block: 12px;
    text-align: center;
  }
  .brand {
    position: absolute;
    inset-block-start: 50%;
    inset-inline-end: 14px;
    translate: 0 -50%;
    font-weight: 600;
    pointer-events: none;
  }
  .number input {
    padding-inline-end: 52px;
  }
  .brand:empty {
    inline-size: 26px;
    block-size: 18px;
    border: 1.5px solid;
    border-radius: 4px;
    background: linear-gradient(currentcolor, currentcolor) 0 4px / 100% 3px no-repeat;
    opacity: 0.45;
  }
  button {
    color: var(--_on-accent);
    font-weight: 600;
    background: var(--_accent);
    border-color: transparent;
    cursor: pointer;
  }
  button:hover {
    filter: brightness(1.1);
  }
  .quiet {
    color: inherit;
    background: none;
    border-color: var(--_line);
  }
  :disabled {
    opacity: 0.6;
    cursor: default;
  }
  button + form {
    margin-block-start: 20px;
  }
  .aside {
    position: absolute;
    clip-path: inset(50%);
    pointer-events: none;
  }
  .alert {
    margin-block: 14px;
    padding: 12px 14px;
    border-inline-start: 4px solid var(--_error);
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_error) 9%, transparent);
  }
  .panel {
    display: grid;
    gap: 12px;
    justify-items: center;
    padding-block: 24px;
    text-align: center;
    font-weight: 500;
  }
  .panel .hint {
    margin: 0;
  }
  .amount {
    font-size: 1.75em;
    font-weight: 650;
    line-height: 1.1;
  }
  a {
    padding: 10px;
    color: var(--_accent);
  }
  .check {
    inline-size: 56px;
    padding: 12px;
    color: light-dark(#fff, #06140c);
    fill: none;
    stroke: currentcolor;
    stroke-width: 2.5;
    stroke-linecap: round;
    stroke-linejoin: round;
    border-radius: 50%;
    background: var(--_success);
  }
  .spinner,
  [aria-disabled='true']::before {
    display: inline-block;
    inline-size: 1.1em;
    block-size: 1.1em;
    margin-inline-end: 0.6em;
    vertical-align: -0.15em;
    border: 2px solid;
    border-block-start-color: transparent;
    border-radius: 50%;
    content: '';
    animation: turn 0.9s linear infinite;
  }
  .spinner {
    margin: 0;
    color: var(--_accent);
    font-size: 2em;
  }
  .bones {
    padding-block-start: 24px;
  }
  .bone {
    block-size: 48px;
    border-radius: var(--_radius);
    background: color-mix(in srgb, currentcolor 8%, transparent);
    animation: breathe 1.6s ease-in-out infinite alternate;
  }
  .bone + .bone {
    margin-block-start: 52px;
  }
  .bone + .bone + .bone {
    margin-block-start: 28px;
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  @keyframes breathe {
    to {
      opacity: 0.4;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    ::before {
      animation-duration: 4s !important;
    }
  }
`);
