import type { Domain } from '../../platform/domain.ts';
import { endedTickets, shareRights, tellOfChanges, tellOfRevoked } from './live-shares.ts';
import { sharesRouter } from './shares.routes.ts';

/** Links by which others see a board, fill in its form or join it. */
export const sharesDomain: Domain = {
  name: 'shares',
  routers: { shares: sharesRouter },
  reactions: [tellOfChanges, tellOfRevoked],
  topicRights: shareRights,
  revokedConnections: endedTickets,
};
