import { addTexts } from '../../lib/i18n/i18n.ts';

const oauthTexts = addTexts('oauth', {
  consent: {
    title: 'Let {{client}} in?',
    lead: '{{client}} asks to work in {{workspace}} in your name. It can do at most what you can do there.',
    unknown: 'Anybody can write such a name. Go on only if you have just begun this in that program yourself.',
    may: 'It may',
    read: 'Read messages, contacts, campaigns, bots and knowledge',
    change: 'Change them, and schedule and cancel messages',
    changeHint: 'Without this it can look at everything and change nothing.',
    back: 'Then you are sent back to {{host}}.',
    backLocal: 'Then you are sent back to a program on this computer ({{host}}).',
    later: 'You can take this back at any time, under MCP clients.',
    allow: 'Allow',
    refuse: 'Refuse',
    choose: 'Allow at least one of the two',
    support: 'In support mode nobody can be let in. Leave support mode first.',
    over: 'This cannot be answered',
    overText:
      'The link is wrong, was used or is older than ten minutes. Begin again in the program that sent you here.',
  },
  grants: {
    title: 'MCP clients',
    lead: 'Claude, Cursor, VS Code and other programs that speak MCP can work in this workspace. Give them this address; the rest they ask you here.',
    address: 'Address for MCP clients',
    copy: 'Copy',
    copied: 'Copied',
    client: 'Client',
    may: 'It may',
    read: 'Read',
    readAndChange: 'Read and change',
    by: 'For',
    since: 'Since',
    lastUsed: 'Last used',
    notUsed: 'Not yet',
    revoke: 'Take away',
    revokeClient: 'Take the access of {{name}} away',
    revokeTitle: 'Take the access of {{name}} away?',
    revokeText: 'It is refused from its next call on. To come back it has to ask again.',
    revoked: '{{name}} has no access any more',
    keep: 'Keep it',
    empty: 'No client yet',
    emptyText: 'Once somebody lets a client in, it is listed here.',
    test: 'Try it with a client of ours',
  },
  // For developers who look at a protocol, which is English.
  test: {
    title: 'OAuth test',
    lead: 'A small client of ours goes the way that any MCP client goes, and shows each step.',
    start: 'Start',
    consent: 'Go to the consent page',
    discover: 'Read what the server says of itself',
    register: 'Register as a client',
    ask: 'Ask for access',
    askText: 'With a proof key (S256) and a state, which the way back must carry.',
    back: 'Come back',
    token: 'Get a token for the code',
    call: 'Call tools/list at /mcp',
    revoke: 'Revoke the token',
    callbackTitle: 'Back from the consent page',
    nothing: 'Nothing was begun in this tab',
    nothingText: 'This page is the end of an OAuth sign-in. Begin one at the OAuth test.',
    again: 'To the OAuth test',
    refused: 'You have not let it in: {{error}}',
    foreign: 'The answer is not to the question that this tab asked (state or issuer differ). It is not used.',
    insecure: 'The browser makes proof keys only over HTTPS or on localhost.',
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    oauth: typeof oauthTexts;
  }
}
