import { createFileRoute } from '@tanstack/react-router';
import { KnowledgeListPage } from '../../features/knowledge/components/knowledge-list-page.tsx';

export const Route = createFileRoute('/_authenticated/knowledge-base')({ component: KnowledgeListPage });
