import { addEntry, createBase, recordUnknownQuestion } from '../../knowledge/index.ts';
import type { Story } from './story.ts';

const TEXTS: Record<string, string> = {
  'Opening hours':
    'Monday to Friday 8:30 to 12:30 and 13:30 to 17:30, Thursday until 19:00, Saturday 9:00 to 13:00. Closed on 25 and 26 December and on 1 January.',
  'After a root canal':
    'Don’t eat on that side until the numbness has gone. Some tenderness for two or three days is normal. Call us if it gets worse after day three, or if your face swells.',
};
const ANSWERS: Record<string, string> = {
  'What does a check-up cost?': 'A check-up is £62, for children £35. Members of the Crown Plan pay nothing extra.',
  'What does a crown cost?': 'A crown is £690, including both visits.',
  'How much is whitening?': 'Whitening is £320, with two visits and a tray for home.',
  'Where can I park?': 'Parking is free behind the house, at 4 Saltcellar Court.',
  'Can I bring my child?': 'Yes. Children are welcome from the first tooth; check-ups for under tens are after school.',
  'What is the Crown Plan?': 'For £16.50 a month: two check-ups, two hygienist visits and 10% off treatment.',
  'How do aligner photo checks work?': 'Send us a photo of each new tray from the front and both sides. It’s free.',
};
const QUESTIONS: Record<string, number> = {
  'Do you take my insurance?': 4,
  'Do you make snoring guards?': 2,
  '¿Hablan español?': 1,
};

/** Creates the knowledge base and its unanswered questions. @returns the base's id */
export async function createDemoKnowledge({ deps, actor, workspaceId }: Story): Promise<string> {
  const { result: base } = await createBase(deps, actor, { name: 'Practice handbook' });
  for (const [title, text] of Object.entries(TEXTS)) {
    await addEntry(deps, actor, { id: base.id, kind: 'text', title, text });
  }
  for (const [title, text] of Object.entries(ANSWERS)) {
    await addEntry(deps, actor, { id: base.id, kind: 'answer', title, text });
  }
  for (const [question, times] of Object.entries(QUESTIONS)) {
    for (let count = 0; count < times; count += 1) {
      await recordUnknownQuestion(deps.db, workspaceId, { knowledgeBaseId: base.id, question });
    }
  }
  return base.id;
}
