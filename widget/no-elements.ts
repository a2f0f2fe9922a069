/**
 * What `import 'pay-form'` is on a server, where there are no elements: the names alone, so that a page that is rendered
 * there can import it. The tags come to life in the browser.
 */
class NoElement {
  readonly isConnected = false;
}

export { NoElement as PayButton, NoElement as PayForm, NoElement as PayStatus };
