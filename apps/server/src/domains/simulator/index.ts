export { networkOf, simulatorDomain } from './mount-simulator.ts';
