import { showForm } from './form-frame.ts';
import { awaitPort } from './frame-port.ts';

/** The script of `{base}/frame`, the page behind `isolated`: the tag as on any page, connected to the page around it. */

// Without the tag there is no answer, and the page reports that the form cannot be loaded.
if (customElements.get('pay-form')) {
  awaitPort(window, (port) => {
    const form = document.createElement('pay-form');
    form.src = new URL('.', location.href).href;
    const post = showForm(form, port);
    // The page around the frame scrolls and navigates, not the frame.
    Element.prototype.scrollIntoView = function scroll(this: Element) {
      const { top, bottom } = this.getBoundingClientRect();
      post({ type: 'scroll', top, bottom });
    };
    addEventListener('pay-leave', (event) => {
      event.preventDefault();
      post({ type: 'leave' });
    });
  });
}
