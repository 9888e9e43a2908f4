/**
 * How the two scripts that run in WhatsApp's page before its own scripts find each other: the one in the page's world
 * hands over a port in an event, which is finished before the page's scripts start. No later script has seen the port
 * or can replace it.
 */
const OFFER = 'switchyard-offer';
const READY = 'switchyard-ready';

/** Runs in the page's world. */
export function offerPort(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  const isTaken = () => !window.dispatchEvent(new MessageEvent(OFFER, { ports: [port2], cancelable: true }));
  if (!isTaken()) window.addEventListener(READY, isTaken, { once: true });
  return port1;
}

/** Runs in the extension's world. */
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
