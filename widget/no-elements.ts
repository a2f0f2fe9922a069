/**
 * What `import 'pay-form'` gives on a server, where there are no elements: only the names, so that a page rendered there
 * can import it. The tags come to life in the browser.
 */
class NoElement {
  readonly isConnected = false;
}

export { NoElement as PayButton, NoElement as PayForm, NoElement as PayStatus };
