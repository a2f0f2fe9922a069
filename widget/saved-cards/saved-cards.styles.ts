import { css } from 'lit';

/** Styles of saved cards, and of the checkbox that saves one. */
export const savedStyles = css`
  .saved {
    display: block;
    margin-block-end: 20px;
  }
  .saved legend {
    margin-block-end: 4px;
    padding: 0;
    font-size: 0.875em;
    font-weight: 500;
  }
  .saved-card {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 10px;
    align-items: center;
    justify-content: space-between;
    min-block-size: max(44px, var(--_height));
    padding: 2px;
    padding-inline-start: 14px;
    background: var(--_surface);
    border: 1px solid var(--_line);
  }
  .saved-card:not(:last-of-type) {
    border-block-end-color: var(--_hair);
  }
  .saved-card:has(:checked) {
    background: color-mix(in srgb, var(--_accent) 6%, var(--_surface));
  }
  .saved .fault {
    min-block-size: 0;
    margin: 0;
  }
  .saved-card + .saved-card {
    border-block-start: 0;
  }
  .saved-card:first-of-type {
    border-start-start-radius: var(--_radius);
    border-start-end-radius: var(--_radius);
  }
  .saved-card:last-of-type {
    border-end-start-radius: var(--_radius);
    border-end-end-radius: var(--_radius);
  }
  :is(.saved-card, .save) label {
    display: flex;
    flex: 1;
    gap: 10px;
    align-items: center;
    min-block-size: 44px;
    margin: 0;
    font-size: 1em;
    font-weight: 400;
    cursor: pointer;
  }
  :is(.saved-card, .save) input {
    flex: none;
    inline-size: 20px;
    min-block-size: 20px;
    block-size: 20px;
    margin: 0;
    padding: 0;
  }
  .saved-card input {
    border-radius: 50%;
  }
  .saved-card bdi {
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
    text-align: match-parent;
  }
  .saved-card em {
    color: var(--_muted);
    font-size: 0.8125em;
    font-style: normal;
  }
  .saved-card > :is(span, label) {
    padding-block: 6px;
  }
  .saved-card .aside + span {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    align-items: baseline;
  }
  .saved-card .chip {
    flex: none;
  }
  .saved-card label:has(:disabled) {
    cursor: default;
  }
  .saved-card :disabled {
    opacity: 1;
  }
  .saved-card :disabled ~ span bdi {
    color: var(--_muted);
    text-decoration: line-through;
  }
  .saved-card button {
    --_fill: transparent;
    flex: none;
    inline-size: auto;
    min-inline-size: 44px;
    min-block-size: 44px;
    padding: 4px 10px;
    color: inherit;
    border-color: transparent;
  }
  .saved-card > span {
    flex: 1 1 9em;
  }
  .saved-card .undo {
    max-inline-size: 100%;
    margin-inline-start: auto;
    color: var(--_accent);
    font-weight: 600;
  }
  .saved,
  .save {
    accent-color: var(--_accent);
  }
  .save {
    margin-block-end: 4px;
  }
  .save .hint {
    margin-block: -4px 8px;
    padding-inline-start: 30px;
    color: inherit;
    text-align: start;
    text-wrap: wrap;
  }
  @media (forced-colors: active) {
    .saved-card button {
      border-color: ButtonBorder;
    }
    .saved-card :disabled ~ span bdi {
      color: GrayText;
    }
  }
`;
