import type { PaymentMode } from '../server/contract/words.ts';

/** The attributes of every tag, as frameworks write them. */
export interface PayElementAttributes {
  /** The companion's base address. */
  src?: string;
  /** The signed order token. */
  order?: string;
  /** Disables input and payment. */
  disabled?: boolean;
  /** BCP 47. Default: the nearest `lang` of the document, then the browser's languages, then English. */
  lang?: string;
}

/** The attributes of `<pay-form>`. */
export interface PayFormAttributes extends PayElementAttributes {
  mode?: 'auto' | PaymentMode;
  challenge?: 'redirect' | 'dialog';
  isolated?: boolean;
  'save-card'?: boolean;
}
