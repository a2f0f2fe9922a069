/** Styles of the form's feedback. A `held` button waits for the one that was pressed. */

const css = String.raw;

export const feedbackStyles = new CSSStyleSheet();

feedbackStyles.replaceSync(css`
  :host {
    --_error: var(--pay-error, light-dark(#b3261e, #ffaca4));
    --_success: var(--pay-success, light-dark(#12703c, #7fe0a8));
  }
  input:autofill {
    box-shadow: inset 0 0 0 99px var(--pay-autofill, light-dark(#eef3ff, #26304d));
    -webkit-text-fill-color: currentcolor;
  }
  button + form {
    margin-block-start: 20px;
  }
  .dim {
    opacity: 0.3;
  }
  .fault {
    color: var(--_error);
  }
  [aria-invalid='true'] {
    border-color: var(--_error);
  }
  input[aria-invalid='true']:not(:focus-visible) {
    outline: 1px solid var(--_error);
    outline-offset: -2px;
  }
  .fault[part]::before {
    content: '⚠\fe0e\a0';
    content: '⚠\fe0e\a0' / '';
  }
  .alert {
    margin-block-end: 16px;
    padding: 12px 14px;
    border: 1px solid var(--_error);
    border-inline-start-width: 5px;
    border-radius: var(--_radius);
  }
  ul {
    padding: 0;
    list-style: none;
  }
  a {
    display: inline-block;
    padding-block: 6px;
    color: var(--_accent);
  }
  .panel {
    display: grid;
    gap: 12px;
    justify-items: center;
    padding-block: 24px;
    text-align: center;
    font-weight: 500;
  }
  .spinner,
  [aria-disabled='true']:not(.held, .remove)::before {
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
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  @media print {
    [autocomplete^='cc-'] {
      visibility: hidden;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    ::before {
      animation-duration: 4s !important;
    }
  }
  @media (forced-colors: active) {
    input[aria-invalid='true'] {
      border: 3px dashed;
    }
    .spinner {
      border-block-start-style: none;
    }
  }
  .panel .hint {
    margin: 0;
  }
  .amount {
    font-size: 1.75em;
    font-weight: 650;
    line-height: 1.1;
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
  .spinner {
    margin: 0;
    color: var(--_accent);
    font-size: 2em;
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
    color: var(--_accent);
    content: '…' / '';
  }
`);
