/** What every page of the shop has, out of sight: the panel, and the tour. */
import './panel/key.ts';
import './tour/entry.ts';
