/** `?tour` on any page begins the guided tour; the pages that follow in this tab carry it on. */
import { readTour } from './kept-tour.ts';

const isAsked = new URLSearchParams(location.search).has('tour');
if (isAsked || readTour()) void import('./tour.ts').then(({ startTour }) => startTour(isAsked));
