import { createFileRoute } from '@tanstack/react-router';
import { MyWorkPage } from '../../features/boards/components/my-work-page.tsx';

export const Route = createFileRoute('/_authenticated/mywork')({ component: MyWorkPage });
