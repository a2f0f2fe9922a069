import { css } from 'lit';

/**
 * Styles of an isolated form's frame; `!important`, because styles of the page could reach it. The five pixels around it
 * are for focus rings.
 */
export const isolatedStyles = css`
  ::slotted(iframe) {
    display: block !important;
    box-sizing: border-box !important;
    inline-size: calc(100% + 10px) !important;
    max-inline-size: none !important;
    margin: -5px !important;
    padding: 0 !important;
    border: 0 !important;
  }
`;
