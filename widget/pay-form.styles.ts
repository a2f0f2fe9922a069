import { css } from 'lit';

/** The look of all three tags. Text, font and colour scheme are the page's own; the rest is custom properties. */
export const styles = css`
  :host {
    display: block;
    --accent: var(--pay-accent, light-dark(#2350d8, #8fb0ff));
    --on-accent: var(--pay-on-accent, light-dark(#fff, #0c1530));
    --error: var(--pay-error, light-dark(#b3261e, #ff9d94));
    --success: var(--pay-success, light-dark(#12703c, #6fdc9c));
    --surface: var(--pay-surface, light-dark(#fff, #ffffff12));
    --line: var(--pay-line, color-mix(in srgb, currentcolor 45%, transparent));
    --muted: var(--pay-muted, color-mix(in srgb, currentcolor 72%, transparent));
    --radius: var(--pay-radius, 10px);
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
  [part='base'] {
    max-inline-size: 30rem;
    margin-inline: auto;
  }
  fieldset {
    display: grid;
    grid-template-columns: 1fr 1fr;
    column-gap: var(--pay-gap, 12px);
    border: 0;
    padding: 0;
    min-inline-size: 0;
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
  label {
    display: block;
    font-size: 0.875em;
    font-weight: 500;
    margin-block-end: 4px;
  }
  .box {
    position: relative;
  }
  input {
    inline-size: 100%;
    min-block-size: 48px;
    padding: 10px 14px;
    font: inherit;
    font-size: max(16px, 1em);
    font-variant-numeric: tabular-nums;
    color: inherit;
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    transition: border-color 0.15s;
  }
  input::placeholder {
    color: var(--muted);
    opacity: 1;
  }
  input[aria-invalid='true'] {
    border-color: var(--error);
    box-shadow: inset 0 0 0 1px var(--error);
  }
  :focus-visible {
    outline: 3px solid color-mix(in srgb, var(--accent) 55%, transparent);
    outline-offset: 1px;
  }
  .fault {
    min-block-size: 1.4em;
    margin-block: 2px 6px;
    font-size: 0.8125em;
    color: var(--error);
  }
  .brand {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 12px;
    display: grid;
    align-content: center;
    font-size: 0.6875em;
    font-weight: 700;
    letter-spacing: 0.04em;
    text-transform: uppercase;
    pointer-events: none;
  }
  button {
    inline-size: 100%;
    min-block-size: 50px;
    padding: 10px 16px;
    font: inherit;
    font-weight: 600;
    color: var(--on-accent);
    background: var(--accent);
    border: 1px solid transparent;
    border-radius: var(--radius);
    cursor: pointer;
  }
  button[aria-disabled='true'],
  :disabled {
    opacity: 0.6;
    cursor: default;
  }
  .hint {
    font-size: 0.8125em;
    color: var(--muted);
    text-align: center;
    margin-block: 10px;
  }
  .aside {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  [role='alert']:not(:empty) {
    color: var(--error);
    margin-block-end: 14px;
  }
  .panel {
    display: grid;
    justify-items: center;
    gap: 12px;
    text-align: center;
    padding-block: 20px;
  }
  .bone {
    block-size: 48px;
    margin-block-end: 20px;
    border-radius: var(--radius);
    background: var(--line);
    opacity: 0.3;
  }
`;
