import { css } from 'lit';

/** Styles of the dialog around the bank's page. */
export const dialogStyles = css`
  dialog {
    position: fixed;
    inset: 0;
    flex-direction: column;
    inline-size: min(500px, 100%);
    block-size: min(740px, 100dvh - 32px);
    max-inline-size: none;
    max-block-size: none;
    margin: auto;
    padding: 0;
    overflow: hidden auto;
    overscroll-behavior: contain;
    color: light-dark(#1b1f27, #eceef2);
    text-align: start;
    pointer-events: auto;
    background: light-dark(#fff, #1f2229);
    border: 1px solid var(--_line);
    border-radius: calc(var(--_radius) * 1.75);
    box-shadow: 0 16px 48px rgb(0 0 0/28%);
  }
  dialog[open] {
    display: flex;
  }
  dialog::backdrop {
    background: #000a;
  }
  dialog > header {
    display: flex;
    gap: 8px;
    align-items: start;
    padding-block: 12px;
    padding-inline: 20px 8px;
  }
  dialog > header > div {
    flex: 1;
    min-inline-size: 0;
    padding-block: 3px;
  }
  dialog h2 {
    font-size: 1.0625em;
    line-height: 1.3;
  }
  dialog h2:focus-visible {
    outline: none;
  }
  dialog [part~='dialog-close'] {
    flex: none;
    inline-size: 44px;
    min-block-size: 44px;
    padding: 0;
    --_fill: transparent;
    color: inherit;
    font-size: 18px;
  }
  dialog .stage {
    position: relative;
    flex: 1 0 clamp(200px, 45dvh, 320px);
    display: grid;
    place-items: center;
    border-block: 1px solid color-mix(in srgb, currentcolor 20%, transparent);
  }
  dialog iframe {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    border: 0;
  }
  dialog .loaded .spinner {
    display: none;
  }
  dialog .of {
    font-size: 0.9375em;
  }
  dialog > footer {
    padding: 12px 20px;
  }
  dialog footer p {
    margin-block-end: 12px;
  }
  dialog footer button {
    min-block-size: 44px;
  }
  dialog .choice {
    display: flex;
    flex-wrap: wrap;
    gap: 10px;
  }
  dialog .choice button {
    flex: 1 1 9em;
  }
  dialog .link {
    --_fill: transparent;
    color: inherit;
    font-size: 0.875em;
    font-weight: 500;
    text-decoration: underline;
  }
  dialog [hidden] {
    display: none;
  }
  @media (max-width: 600px), (max-height: 480px) {
    dialog {
      inline-size: 100%;
      block-size: 100dvh;
      padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom)
        env(safe-area-inset-left);
      border: 0;
      border-radius: 0;
    }
  }
  @media (max-height: 480px) and (min-width: 500px) {
    dialog[open] {
      display: grid;
      grid-template: auto 1fr / 1fr auto auto;
      align-items: center;
    }
    dialog > header {
      display: contents;
    }
    dialog > header > div,
    dialog [role='group'] {
      display: flex;
      flex-wrap: wrap;
      gap: 0 14px;
      align-items: center;
    }
    dialog > header > div {
      padding: 3px 20px;
    }
    dialog [part~='dialog-close'] {
      grid-area: 1/3;
    }
    dialog .stage {
      grid-area: 2/1/auto/-1;
      align-self: stretch;
      min-block-size: 150px;
    }
    dialog > footer {
      padding: 0;
    }
    dialog > .says {
      grid-area: 3/1/auto/-1;
      padding: 8px 20px;
    }
    dialog [role='group'] > * {
      flex: 1 1 12em;
      margin: 0;
    }
  }
  dialog:has(.stage[hidden]) {
    inline-size: min(500px, 100% - 32px);
    block-size: fit-content;
    border: 1px solid var(--_line);
    border-radius: calc(var(--_radius) * 1.75);
  }
  @media (prefers-reduced-motion: no-preference) {
    dialog[open] {
      animation: rise 0.18s ease-out;
    }
  }
  @keyframes rise {
    from {
      opacity: 0;
      translate: 0 12px;
    }
  }
`;
