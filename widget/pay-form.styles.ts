import { css } from 'lit';

/** Styles of all three tags. Text, font and colour scheme are the page's own; the rest is custom properties. */
export const styles = css`
  :host {
    --_accent: var(--pay-accent, light-dark(#2450d6, #9db8ff));
    --_on-accent: var(--pay-on-accent, light-dark(#fff, #0b1430));
    --_error: var(--pay-error, light-dark(#b3261e, #ffaca4));
    --_success: var(--pay-success, light-dark(#12703c, #7fe0a8));
    --_surface: var(--pay-surface, light-dark(#fff, #ffffff12));
    --_line: var(--pay-line, color-mix(in srgb, currentcolor 52%, transparent));
    --_hair: color-mix(in srgb, currentcolor 16%, transparent);
    --_muted: var(--pay-muted, color-mix(in srgb, currentcolor 70%, transparent));
    --_radius: var(--pay-radius, 8px);
    --_height: var(--pay-input-height, 44px);
    --_ring: var(--_accent);
    display: block;
    box-sizing: border-box;
    inline-size: 100%;
    max-inline-size: 30rem;
    margin-inline: auto;
    font-family: var(--pay-font, inherit);
    line-height: 1.4;
    overflow-wrap: anywhere;
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  * {
    box-sizing: border-box;
    margin: 0;
  }
  [part='base'] {
    position: relative;
    container-type: inline-size;
  }
  fieldset {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, max(8em, 40%)), 1fr));
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
  form:has([aria-disabled='true']) .box {
    opacity: 0.6;
  }
  .expiry,
  .cvv,
  .firstName,
  .lastName {
    grid-column: auto;
  }
  label,
  legend {
    margin-block-end: 5px;
    font-size: 0.875em;
    font-weight: 500;
    line-height: 1.22;
  }
  .box {
    position: relative;
  }
  input,
  button,
  ::slotted(a) {
    inline-size: 100%;
    min-block-size: var(--_height);
    padding: 9px 14px;
    font: inherit;
    font-size: max(16px, 1em);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    transition:
      border-color 0.15s,
      box-shadow 0.15s,
      background-color 0.15s,
      scale 0.1s;
  }
  input {
    color: inherit;
    font-variant-numeric: tabular-nums;
    background: var(--_surface);
    box-shadow:
      0 1px 1px rgb(0 0 0/4%),
      0 2px 4px rgb(0 0 0/4%);
  }
  :is(.chip, [inputmode], [type='email'], [type='tel']) {
    direction: ltr;
  }
  [dir='rtl'] input {
    text-align: right;
  }
  ::placeholder {
    color: var(--pay-placeholder, color-mix(in srgb, currentcolor 64%, transparent));
    opacity: 1;
  }
  input:autofill {
    box-shadow: inset 0 0 0 99px var(--pay-autofill, light-dark(#eef3ff, #26304d));
    -webkit-text-fill-color: currentcolor;
  }
  :focus-visible,
  ::slotted(a:focus-visible) {
    outline: 2px solid var(--_ring);
    outline-offset: 2px;
  }
  [tabindex='-1']:focus-visible {
    outline: none;
  }
  input:focus-visible {
    border-color: var(--_ring);
    outline-offset: -2px;
    box-shadow: 0 0 0 4px color-mix(in srgb, var(--_ring) 18%, transparent);
  }
  [aria-invalid='true'] {
    --_ring: var(--_error);
    background: color-mix(in srgb, var(--_error) 4%, var(--_surface));
    border-color: var(--_error);
  }
  input[aria-invalid='true']:not(:focus-visible) {
    box-shadow: inset 0 0 0 1px var(--_error);
  }
  .fault,
  .note {
    display: flex;
    gap: 4px;
    align-self: start;
    min-block-size: 1.2em;
    margin-block: 4px 6px;
    font-size: 0.78125em;
    line-height: 1.2;
    text-wrap: balance;
  }
  .fault {
    color: var(--_error);
    font-weight: 500;
  }
  /* The hint behind it is seen only where it fits into the line: no second row is kept for it. */
  .fault > span {
    display: flex;
    flex-wrap: wrap;
    column-gap: 0.3em;
    overflow: clip;
  }
  .more {
    block-size: 0;
  }
  .note,
  .hint {
    color: var(--_muted);
  }
  .hint {
    margin-block: 12px;
    font-size: 0.8125em;
    text-align: center;
    text-wrap: balance;
  }
  .icon {
    flex: none;
    inline-size: 1.2em;
    block-size: 1.2em;
    fill: none;
    stroke: currentcolor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .brands {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    align-items: center;
    margin-block-end: 10px;
    color: var(--_muted);
    font-size: 0.8125em;
    line-height: 1;
  }
  .chip {
    display: block;
    flex: none;
    inline-size: 38px;
    block-size: 24px;
    border-radius: 4px;
    box-shadow: 0 0 0 1px var(--_hair);
    transition: opacity 0.15s;
  }
  .dim {
    opacity: 0.4;
    filter: grayscale(1);
  }
  .brands.few {
    position: absolute;
    clip-path: inset(50%);
  }
  .sign {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 11px;
    display: flex;
    gap: 4px;
    align-items: center;
    pointer-events: none;
  }
  :is(.number, .cvv) input {
    padding-right: 58px;
  }
  [dir='rtl'] :is(.number, .cvv) input {
    padding: 9px 14px 9px 58px;
  }
  .number input {
    font-size: max(16px, min(1em, 6.8cqi));
  }
  @container (max-width: 20em) or (max-width: 320px) {
    .brands.few {
      position: static;
      clip-path: none;
    }
    .sign .few {
      display: none;
    }
  }
  @container (max-width: 17em) {
    .number .sign {
      inset-block: -28px auto;
      inset-inline: auto 0;
    }
    .number input,
    [dir='rtl'] .number input {
      padding-inline: 8px;
    }
  }
  button,
  ::slotted(a) {
    --_fill: var(--_accent);
    display: flex;
    gap: 10px;
    align-items: center;
    justify-content: center;
    color: var(--_on-accent);
    font-weight: 600;
    text-align: center;
    background: var(--_fill);
    border-color: transparent;
    cursor: pointer;
  }
  [part='submit'] {
    min-block-size: calc(var(--_height) + 6px);
    margin-block-start: 10px;
    font-size: max(17px, 1.0625em);
    box-shadow:
      0 1px 2px rgb(0 0 0/20%),
      inset 0 1px 0 rgb(255 255 255/14%);
  }
  /* The page's own colour of links would win, without the background that fits it. */
  ::slotted(a) {
    --_text: var(--_on-accent);
    box-sizing: border-box;
    color: var(--_text) !important;
    text-decoration: none !important;
    background: var(--_fill) !important;
  }
  .panel ::slotted(a) {
    --_fill: transparent;
    --_text: var(--_accent);
    font-weight: 500;
  }
  .quiet {
    --_fill: transparent;
    color: var(--_accent);
    font-weight: 500;
    text-wrap: balance;
  }
  form + button {
    margin-block-start: 10px;
  }
  button + form {
    margin-block-start: 20px;
  }
  @media (hover: hover) {
    input:enabled:not(:focus-visible, [aria-invalid='true']):hover {
      border-color: color-mix(in srgb, currentcolor 75%, transparent);
    }
    button:not(:disabled, [aria-disabled='true']):hover {
      background: color-mix(in srgb, var(--_fill) 92%, currentcolor);
    }
    ::slotted(a:hover) {
      background: color-mix(in srgb, var(--_fill) 92%, currentcolor) !important;
    }
  }
  button:not(:disabled, [aria-disabled='true']):active,
  ::slotted(a:active) {
    scale: 0.985;
  }
  :disabled {
    opacity: 0.55;
    cursor: default;
  }
  [aria-disabled='true'] {
    cursor: progress;
  }
  [aria-disabled='true']:not(:has(.spinner)) {
    opacity: 0.55;
  }
  .wallets {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5em), 1fr));
    gap: 10px;
  }
  [part='wallet'] {
    --_fill: light-dark(#000, #fff);
    min-block-size: 48px;
    color: light-dark(#fff, #000);
  }
  .mark {
    block-size: max(26px, 1.6em);
  }
  :is(form, button) + .wallets {
    margin-block-start: 14px;
  }
  .or {
    display: flex;
    gap: 12px;
    align-items: center;
    margin-block: 16px;
    color: var(--_muted);
    font-size: 0.8125em;
  }
  .or::before,
  .or::after {
    flex: 1;
    border-block-start: 1px solid var(--_hair);
    content: '';
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
  .room {
    min-block-size: 89px;
  }
  .bone {
    min-block-size: var(--_height);
    border-radius: var(--_radius);
    background: color-mix(in srgb, currentcolor 7%, transparent);
  }
  .alert {
    display: flex;
    gap: 10px;
    margin-block-end: 16px;
    padding: 12px 14px;
    border: 1px solid color-mix(in srgb, var(--_error) 35%, transparent);
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_error) 7%, transparent);
  }
  .alert .icon {
    color: var(--_error);
    inline-size: 1.4em;
    block-size: 1.4em;
  }
  .panel {
    display: grid;
    gap: 12px;
    justify-items: center;
    padding: 28px 20px;
    font-weight: 500;
    text-align: center;
    border: 1px solid var(--_hair);
    border-radius: calc(var(--_radius) * 1.75);
    background: var(--_surface);
    box-shadow:
      0 1px 2px rgb(0 0 0/4%),
      0 6px 20px rgb(0 0 0/5%);
  }
  .panel .hint {
    margin: 0;
    font-weight: 400;
  }
  .panel a {
    padding-block: 11px;
    color: var(--_accent);
  }
  .amount {
    font-size: 1.75em;
    font-weight: 650;
    font-variant-numeric: tabular-nums;
    line-height: 1.1;
  }
  .spinner {
    inline-size: 1.1em;
    block-size: 1.1em;
    border: 2px solid;
    border-block-start-color: transparent;
    border-radius: 50%;
    animation: turn 0.9s linear infinite;
  }
  .panel > .spinner {
    color: var(--_accent);
    font-size: 2em;
  }
  .tick,
  .badge {
    inline-size: 56px;
    block-size: 56px;
    padding: 12px;
    border-radius: 50%;
  }
  .tick {
    color: light-dark(#fff, #06140c);
    background: var(--_success);
    animation: pop 0.35s cubic-bezier(0.2, 1.4, 0.4, 1);
  }
  .tick path {
    stroke-dasharray: 18;
    animation: draw 0.35s 0.15s ease-out backwards;
  }
  .badge {
    color: var(--_accent);
    font-size: 1.6em;
    line-height: 1;
    background: color-mix(in srgb, var(--_accent) 12%, transparent);
  }
  .badge .icon {
    inline-size: 32px;
    block-size: 32px;
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  @keyframes pop {
    from {
      scale: 0.5;
      opacity: 0;
    }
  }
  @keyframes draw {
    from {
      stroke-dashoffset: 18;
    }
  }
  .steps {
    display: grid;
    gap: 8px;
    padding: 0;
    list-style: none;
    font-weight: 400;
    text-align: start;
  }
  .steps li {
    position: relative;
    padding-inline-start: max(28px, 1.75em);
  }
  .steps li::before {
    position: absolute;
    inset-inline-start: 4px;
    content: '•' / '';
  }
  .steps .over::before {
    color: var(--_success);
    content: '✓' / '';
  }
  .steps .now::before {
    inset-block-start: 0.35em;
    inline-size: 0.7em;
    block-size: 0.7em;
    color: var(--_accent);
    border: 2px solid;
    border-radius: 50%;
    content: '' / '';
  }
  /* Readable on light and on dark. */
  @supports not (color: light-dark(#000, #fff)) {
    :host {
      --_accent: var(--pay-accent, #3a6ae8);
      --_on-accent: var(--pay-on-accent, #fff);
      --_error: var(--pay-error, #d13b33);
    }
    [part='wallet'] {
      --_fill: #000;
    }
  }
  @media print {
    [autocomplete^='cc-'] {
      visibility: hidden;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    ::slotted(a) {
      transition: none !important;
      animation: none !important;
    }
  }
  @media (forced-colors: active) {
    :host {
      --_accent: Highlight;
    }
    :is([part='submit'], [part='button']:not(.quiet, .undo, .link)) {
      color: ButtonFace;
      background: ButtonText;
      border-color: ButtonText;
      forced-color-adjust: none;
    }
    ::slotted(a) {
      --_fill: ButtonText;
      --_text: ButtonFace;
      forced-color-adjust: none;
    }
    .panel ::slotted(a) {
      --_fill: ButtonFace;
      --_text: ButtonText;
      border-color: ButtonText;
    }
    .alert .icon {
      color: CanvasText;
    }
    .tick {
      color: Canvas;
      background: CanvasText;
    }
    input[aria-invalid='true'] {
      border: 3px dashed;
    }
    .alert,
    .panel {
      border-color: CanvasText;
    }
    .spinner {
      border-block-start-style: none;
    }
  }
`;
