/** The look of what is shown of a payment that was sent. */

const css = String.raw;

export const feedbackStyles = new CSSStyleSheet();

feedbackStyles.replaceSync(css`
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
    padding-inline-start: 28px;
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
