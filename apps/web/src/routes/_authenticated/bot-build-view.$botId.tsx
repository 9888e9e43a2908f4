import { createFileRoute } from '@tanstack/react-router';
import { BuilderPage } from '../../features/bots/builder/builder-page.tsx';

export const Route = createFileRoute('/_authenticated/bot-build-view/$botId')({
  component: function BotBuildView() {
    return <BuilderPage botId={Route.useParams().botId} />;
  },
});
