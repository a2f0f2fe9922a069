/** Loaded by every page of the shop: the panel and the tour, both hidden at first. */
import './panel/key.ts';
import './tour/entry.ts';
