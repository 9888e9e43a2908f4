import type { Domain } from '../../platform/domain.ts';
import { serveLane } from './lane/lane.http.ts';

export const messagesDomain: Domain = {
  name: 'messages',
  http: serveLane,
};
