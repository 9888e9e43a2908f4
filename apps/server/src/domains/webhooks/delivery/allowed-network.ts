import { BlockList, isIP } from 'node:net';
import { type Network, publicInternet } from '../../../platform/http/guarded-fetch.ts';

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const lists = new WeakMap<readonly string[], BlockList>();

/** Caches the parsed list per setting. */
function allowedAddresses(allowed: readonly string[]): BlockList {
  const cached = lists.get(allowed);
  if (cached) return cached;
  const list = new BlockList();
  lists.set(allowed, list);
  for (const entry of allowed) {
    const [address = '', prefix] = entry.split('/');
    if (isIP(address) === 0) continue;
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

/** Whether an administrator has allowed a host, by name or address. @param allowed `WEBHOOK_ALLOWED_HOSTS` */
export function isAllowedHost(allowed: readonly string[], hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isIP(host) === 0) return allowed.includes(host);
  return allowedAddresses(allowed).check(host, familyOf(host));
}

/** The network a webhook to this host may reach: the public internet plus what an administrator has allowed. */
export function networkFor(allowed: readonly string[], hostname: string): Network {
  if (allowed.length === 0) return publicInternet;
  const addresses = allowedAddresses(allowed);
  const isNamed = allowed.includes(hostname.toLowerCase());
  return {
    resolve: publicInternet.resolve,
    mayReach: (address) =>
      isNamed ||
      publicInternet.mayReach(address) ||
      (isIP(address) !== 0 && addresses.check(address, familyOf(address))),
  };
}
