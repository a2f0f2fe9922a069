/** `?tour` on any page starts the guided tour; the following pages in this tab continue it. */
import { readTour } from './kept-tour.ts';

const isAsked = new URLSearchParams(location.search).has('tour');
if (isAsked || readTour()) void import('./tour.ts').then(({ startTour }) => startTour(isAsked));
