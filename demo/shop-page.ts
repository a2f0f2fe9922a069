/** The script of every page of the shop. */
import { showCount, startShelf } from './cart.ts';
import { startCart } from './cart-page.ts';
import { startPanel } from './panel/panel.ts';
import { startThanks } from './thanks.ts';
import { startTour } from './tour/tour.ts';

startShelf();
startCart();
startThanks();
const panel = document.querySelector<HTMLElement>('#panel');
if (panel) startPanel(panel);
startTour();
showCount();
// A page from the back/forward cache has an outdated cart.
addEventListener('pageshow', showCount);
