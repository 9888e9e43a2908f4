import type { Board } from '@switchyard/contracts/boards/operations';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { join, type Someone, signUpSomeone, within } from './team.ts';
import { type Answer, startTestServer, type TestServer } from './test-server.ts';

/** The server of the test file. */
export let server: TestServer;
export let owner: Someone;
/** A member of the owner's workspace. */
export let colleague: Someone;
/** The current test's board. */
export let board: Board;

interface BoardSetup {
  name: string;
  template?: 'blank' | 'tasks';
  /** Each test gets its own people and workspace. */
  areOwnPeople?: boolean;
}

/** Starts a server for a file's tests, and creates a board for each test. */
export function setUpBoards({ name, template = 'tasks', areOwnPeople = false }: BoardSetup): void {
  const meet = async () => {
    owner = await signUpSomeone(server, { name: 'Ada' });
    colleague = await signUpSomeone(server, { name: 'Bo' });
    await join(server, owner, colleague, 'member');
  };
  beforeAll(async () => {
    server = await startTestServer({ config: { roles: ['api'] } });
    if (!areOwnPeople) await meet();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    if (areOwnPeople) await meet();
    board = (await call<Board>('POST', '/boards', { name, template })).body;
  });
}

/** Replaces the test's board or owner, such as after a change or for another workspace. */
export function replaceSetup(given: { board?: Board; owner?: Someone }): void {
  board = given.board ?? board;
  owner = given.owner ?? owner;
}

/** Calls the web API in the owner's workspace. @param path after `/api` */
export const call = <Body>(method: string, path: string, body?: unknown, who = owner): Promise<Answer<Body>> =>
  server.call<Body>(method, `/api${path}`, body, within(who, owner.workspaceId));

/** The first column of a type. */
export function columnOf(type: string, { columns } = board): string {
  const column = columns.find((candidate) => candidate.type === type);
  if (!column) throw new Error(`no column of type ${type}`);
  return column._id;
}

export function groupAt(at: number): string {
  const group = board.groups[at];
  if (!group) throw new Error(`no group ${at}`);
  return group._id;
}
