import { type Domain, reaction } from '../../platform/domain.ts';
import { boardChanged } from '../boards/index.ts';
import { endedTickets, followBoard, shareRevoked, shareRights, tellShare } from './live-shares.ts';
import { sharesRouter } from './shares.routes.ts';

/** Links by which others see a board, fill in its form or join it. */
export const sharesDomain: Domain = {
  name: 'shares',
  routers: { shares: sharesRouter },
  reactions: [
    reaction(boardChanged, followBoard),
    reaction(shareRevoked, (platform, { id }) => tellShare(platform, id)),
  ],
  topicRights: shareRights,
  revokedConnections: endedTickets,
};
