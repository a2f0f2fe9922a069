/** The frame of an isolated form: its ring of five pixels stands outside the element's box, as rings do. */

const css = String.raw;

export const isolatedStyles = new CSSStyleSheet();

isolatedStyles.replaceSync(css`
  iframe {
    display: block;
    inline-size: calc(100% + 10px);
    max-inline-size: none;
    margin: -5px;
    border: 0;
  }
`);
