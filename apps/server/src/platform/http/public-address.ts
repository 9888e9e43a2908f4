import { BlockList, isIP } from 'node:net';

/** IPv4 networks outside the public internet (IANA's special-purpose registry), including multicast. */
const IPV4_NOT_PUBLIC: [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** Networks within global IPv6 that are not public, or embed an unchecked IPv4 address (Teredo, 6to4). */
const IPV6_NOT_PUBLIC: [network: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const ipv4NotPublic = new BlockList();
for (const [network, prefix] of IPV4_NOT_PUBLIC) ipv4NotPublic.addSubnet(network, prefix, 'ipv4');
const ipv6Public = new BlockList();
ipv6Public.addSubnet('2000::', 3, 'ipv6');
const ipv6NotPublic = new BlockList();
for (const [network, prefix] of IPV6_NOT_PUBLIC) ipv6NotPublic.addSubnet(network, prefix, 'ipv6');

/** Whether an IP address is on the public internet, and not this machine, its network or a cloud's metadata service. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !ipv4NotPublic.check(address, 'ipv4');
  if (family === 6) return ipv6Public.check(address, 'ipv6') && !ipv6NotPublic.check(address, 'ipv6');
  return false;
}
