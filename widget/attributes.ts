/** The attributes of every tag, as frameworks write them. */
export interface PayElementAttributes {
  /** The companion's base address. */
  src?: string;
  /** The signed order token. */
  order?: string;
  /** Nothing can be paid at the moment. */
  disabled?: boolean;
  /** BCP 47; otherwise the language of the document, the browser's, English. */
  lang?: string;
}

/** The attributes of `<pay-form>`. */
export interface PayFormAttributes extends PayElementAttributes {
  mode?: 'auto' | 'direct' | 'hosted';
  challenge?: 'redirect' | 'dialog';
  isolated?: boolean;
  'save-card'?: boolean;
}
