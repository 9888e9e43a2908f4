/**
 * How the two scripts that run in WhatsApp's page before any script of its own find each other: the one in the page's
 * world hands a port over within an event, which is over before the page begins. No later script has seen the port or
 * can put another in its place.
 */
const OFFER = 'switchyard-offer';
const READY = 'switchyard-ready';

/** In the page's world. */
export function offerPort(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  const isTaken = () => !window.dispatchEvent(new MessageEvent(OFFER, { ports: [port2], cancelable: true }));
  if (!isTaken()) window.addEventListener(READY, isTaken, { once: true });
  return port1;
}

/** In the extension's world. */
export function takePort(use: (port: MessagePort) => void): void {
  const take = (event: Event) => {
    const [port] = (event as MessageEvent).ports;
    if (!port) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    window.removeEventListener(OFFER, take, true);
    use(port);
  };
  window.addEventListener(OFFER, take, true);
  window.dispatchEvent(new Event(READY));
}
