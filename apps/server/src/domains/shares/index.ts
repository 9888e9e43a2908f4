import { type Domain, reaction } from '../../platform/domain.ts';
import { boardChanged } from '../boards/index.ts';
import { formLinks } from '../campaigns/index.ts';
import { serveCalendarFeeds } from './calendar-feeds.http.ts';
import { embedForms } from './embed-forms.http.ts';
import { personalFormLinks } from './form-links.ts';
import { publishShareChange, queueBoardChange, revokedTickets, shareRevoked, shareRights } from './live-shares.ts';
import { sharesRouter } from './shares.routes.ts';

/** Links through which others see a board, fill in its form or join it. */
export const sharesDomain: Domain = {
  name: 'shares',
  effects: [formLinks.by(personalFormLinks)],
  routers: { shares: sharesRouter },
  reactions: [
    reaction(boardChanged, queueBoardChange),
    reaction(shareRevoked, (platform, { id }) => publishShareChange(platform, id)),
  ],
  http(server, platform) {
    embedForms(server, platform);
    serveCalendarFeeds(server, platform);
  },
  topicRights: shareRights,
  revokedConnections: revokedTickets,
};
