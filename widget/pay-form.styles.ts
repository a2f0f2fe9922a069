/** Styles of all three tags. Text, font and colour scheme are the page's own; the rest is custom properties. */

const css = String.raw;

export const styles = new CSSStyleSheet();

styles.replaceSync(css`
  :host {
    --_accent: var(--pay-accent, light-dark(#2450d6, #9db8ff));
    --_on-accent: var(--pay-on-accent, light-dark(#fff, #0b1430));
    --_surface: var(--pay-surface, light-dark(#fff, #ffffff12));
    --_line: var(--pay-line, color-mix(in srgb, currentcolor 60%, transparent));
    --_muted: var(--pay-muted, color-mix(in srgb, currentcolor 80%, transparent));
    --_radius: var(--pay-radius, 10px);
    --_height: var(--pay-input-height, 48px);
    display: block;
    max-inline-size: 30rem;
    margin-inline: auto;
    font-family: var(--pay-font, inherit);
    line-height: 1.4;
    overflow-wrap: anywhere;
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
    grid-template-columns: repeat(auto-fit, minmax(min(100%, max(9.5em, 40%)), 1fr));
    column-gap: var(--pay-gap, 14px);
    padding: 0;
    border: 0;
  }
  fieldset > * {
    grid-column: 1/-1;
    min-inline-size: 0;
  }
  .field {
    display: grid;
    grid-row: span 3;
    grid-template-rows: subgrid;
    align-items: end;
  }
  .expiry,
  .cvv,
  .firstName,
  .lastName {
    grid-column: auto;
  }
  label {
    margin-block-end: 4px;
    font-size: 0.875em;
    font-weight: 500;
  }
  .box {
    position: relative;
  }
  input,
  button,
  .bone {
    inline-size: 100%;
    min-block-size: var(--_height);
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
  :is(.chip, [inputmode], [type='email'], [type='tel']) {
    direction: ltr;
  }
  [dir='rtl'] input {
    text-align: right;
  }
  ::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  :focus-visible {
    outline: 3px solid var(--_accent);
    outline-offset: 2px;
  }
  .fault,
  .hint {
    font-size: 0.8125em;
  }
  .fault {
    align-self: start;
    min-block-size: 1.4em;
    margin-block: 3px 11px;
  }
  .hint {
    margin-block: 12px;
    color: var(--_muted);
    text-align: center;
  }
  .brands {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin-block-end: 12px;
  }
  .chip {
    display: block;
    inline-size: 34px;
    block-size: 22px;
    border-radius: 4px;
    box-shadow: 0 0 0 1px color-mix(in srgb, currentcolor 30%, transparent);
    forced-color-adjust: none;
  }
  .sign {
    position: absolute;
    inset-block: 0;
    right: 12px;
    display: grid;
    align-content: center;
    pointer-events: none;
  }
  :is(.number, .cvv) input {
    padding-right: 54px;
  }
  @media (max-width: 22em) {
    .number .sign {
      inset-block: -28px auto;
      inset-inline: auto 0;
    }
    .number input {
      padding-right: 6px;
    }
    [dir='rtl'] .number input {
      padding: 10px 14px 10px 6px;
    }
  }
  button {
    color: var(--_on-accent);
    font-weight: 600;
    background: var(--_accent);
    border-color: transparent;
    cursor: pointer;
  }
  .quiet {
    color: inherit;
    font-weight: 500;
    text-wrap: balance;
    background: none;
    border-color: var(--_line);
  }
  form + button {
    margin-block-start: 10px;
  }
  button:hover {
    filter: brightness(1.1);
  }
  :disabled {
    opacity: 0.6;
    cursor: default;
  }
  .aside {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    white-space: nowrap;
    clip-path: inset(50%);
    pointer-events: none;
  }
  .bone {
    opacity: 0.4;
  }
  :host([isolated]:not([mode='hosted'])) .bone {
    min-block-size: clamp(640px, 99 * (368px - 100vw), 870px);
    border: 0;
  }
`);
