/** The checkout: the tag does it all. */
import './panel/key.ts';
