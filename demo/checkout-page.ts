/** The checkout: the tag does it all. */
import './everywhere.ts';
