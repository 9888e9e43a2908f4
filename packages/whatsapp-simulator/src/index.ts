export { listen } from './http/listen.ts';
export { createSimulatorFace, type SimulatorFace } from './http/simulator-face.ts';
export type { DeliveriesPage, Delivery } from './network/deliveries.ts';
export { FAULT_KINDS, type FaultKind, type FaultRule } from './network/faults.ts';
export type { DeviceCredentials, Link, LinkListener } from './network/link.ts';
export type * from './network/model.ts';
export type { ReceiptDelays } from './network/receipt-desk.ts';
export { type NetworkOptions, SimulatedNetwork } from './network/simulated-network.ts';
export { type Clock, systemClock, VirtualClock } from './time/clock.ts';
