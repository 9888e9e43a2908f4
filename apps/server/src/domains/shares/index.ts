import { type Domain, reaction } from '../../platform/domain.ts';
import { boardChanged } from '../boards/index.ts';
import { registerFormLinks } from '../campaigns/index.ts';
import { serveCalendarFeeds } from './calendar-feeds.http.ts';
import { embedForms } from './embed-forms.http.ts';
import { formLinks } from './form-links.ts';
import { endedTickets, followBoard, shareRevoked, shareRights, tellShare } from './live-shares.ts';
import { sharesRouter } from './shares.routes.ts';

registerFormLinks(formLinks);

/** Links by which others see a board, fill in its form or join it. */
export const sharesDomain: Domain = {
  name: 'shares',
  routers: { shares: sharesRouter },
  reactions: [
    reaction(boardChanged, followBoard),
    reaction(shareRevoked, (platform, { id }) => tellShare(platform, id)),
  ],
  http(server, platform) {
    embedForms(server, platform);
    serveCalendarFeeds(server, platform);
  },
  topicRights: shareRights,
  revokedConnections: endedTickets,
};
