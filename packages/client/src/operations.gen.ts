// Written by scripts/generate-client.ts from the contract.

export const OPERATIONS = {
  ping: {
    check: ['GET', '/ping'],
  },
  account: {
    retrieve: ['GET', '/account'],
  },
  engines: {
    list: ['GET', '/engines'],
  },
  scheduledMessages: {
    list: ['GET', '/scheduled-messages'],
    get: ['GET', '/scheduled-messages/{id}'],
    create: ['POST', '/scheduled-messages/{chatId}'],
    update: ['PATCH', '/scheduled-messages/{id}'],
    delete: ['DELETE', '/scheduled-messages/{id}'],
  },
  messages: {
    list: ['GET', '/messages'],
    send: ['POST', '/messages/{chatId}'],
    get: ['GET', '/messages/{waMessageKey}'],
    react: ['POST', '/messages/reactions/{waMessageKey}'],
    pin: ['POST', '/messages/pin/{waMessageKey}'],
    unpin: ['POST', '/messages/unpin/{waMessageKey}'],
    listPinned: ['GET', '/messages/pinned/{chatId}'],
    loadOlder: ['POST', '/messages/load_older/{chatId}'],
    getAck: ['GET', '/messages/ack/{waMessageKey}'],
    batchAcks: ['POST', '/messages/acks'],
    getMedia: ['GET', '/messages/media/{waMessageKey}'],
  },
  chats: {
    list: ['GET', '/chats'],
    latest: ['GET', '/latest-chats'],
    get: ['GET', '/chats/{id}'],
    markRead: ['POST', '/chats/{chatId}/mark_read'],
    archive: ['POST', '/chats/{chatId}/archive'],
    unarchive: ['POST', '/chats/{chatId}/unarchive'],
    listParticipants: ['GET', '/chats/{chatId}/participants'],
  },
  contacts: {
    list: ['GET', '/contacts'],
    commonGroups: ['GET', '/contacts/{id}/common_groups'],
  },
  groups: {
    list: ['GET', '/groups'],
    get: ['GET', '/groups/{id}'],
    create: ['POST', '/groups'],
    update: ['PATCH', '/groups/{id}'],
    addMembers: ['POST', '/groups/{id}/members'],
    leave: ['DELETE', '/groups/{id}/members/me'],
    removeMember: ['DELETE', '/groups/{id}/members/{chatId}'],
    promoteAdmin: ['POST', '/groups/{id}/members/{chatId}/admin'],
    demoteAdmin: ['DELETE', '/groups/{id}/members/{chatId}/admin'],
  },
  audiences: {
    list: ['GET', '/audiences'],
    create: ['POST', '/audiences'],
    get: ['GET', '/audiences/{id}'],
    update: ['PATCH', '/audiences/{id}'],
    delete: ['DELETE', '/audiences/{id}'],
    appendContacts: ['POST', '/audiences/{id}/contacts'],
    updateContact: ['PATCH', '/audiences/{id}/contacts/{contactId}'],
    deleteContact: ['DELETE', '/audiences/{id}/contacts/{contactId}'],
  },
  campaigns: {
    list: ['GET', '/campaigns'],
    create: ['POST', '/campaigns'],
    get: ['GET', '/campaigns/{id}'],
    pause: ['POST', '/campaigns/{id}/pause'],
    resume: ['POST', '/campaigns/{id}/resume'],
    cancel: ['POST', '/campaigns/{id}/cancel'],
  },
  boards: {
    list: ['GET', '/boards'],
    create: ['POST', '/boards'],
    get: ['GET', '/boards/{id}'],
    items: ['GET', '/boards/{boardId}/items'],
    createItem: ['POST', '/boards/{boardId}/items'],
    updateItem: ['PATCH', '/boards/{boardId}/items/{itemId}'],
    bulkItems: ['POST', '/boards/{boardId}/items/bulk'],
    findSimilar: ['POST', '/boards/{boardId}/items/find-similar'],
  },
  webhooks: {
    list: ['GET', '/webhooks'],
    create: ['POST', '/webhooks'],
    get: ['GET', '/webhooks/{id}'],
    update: ['PATCH', '/webhooks/{id}'],
    delete: ['DELETE', '/webhooks/{id}'],
  },
  extensions: {
    contacts: ['GET', '/extensions/contacts'],
    templates: ['GET', '/extensions/templates'],
    bots: ['GET', '/extensions/bots'],
    knowledge: ['GET', '/extensions/knowledge'],
    series: ['GET', '/extensions/series'],
    holds: ['GET', '/extensions/messages/{id}/holds'],
    createContact: ['POST', '/extensions/contacts'],
    updateContact: ['PATCH', '/extensions/contacts/{id}'],
    deleteContact: ['DELETE', '/extensions/contacts/{id}'],
    createTemplate: ['POST', '/extensions/templates'],
    updateTemplate: ['PATCH', '/extensions/templates/{id}'],
    deleteTemplate: ['DELETE', '/extensions/templates/{id}'],
    deployBot: ['POST', '/extensions/bots/{id}/deploy'],
    undeployBot: ['POST', '/extensions/bots/{id}/undeploy'],
    addKnowledge: ['POST', '/extensions/knowledge/{id}/texts'],
    groupInvite: ['POST', '/extensions/groups/{id}/invite'],
  },
} as const;

export interface Operations {
  ping: {
    /** Check the key and list connected engines */
    check: { input: {  }; answer: { success: true; data: { api: "ok"; accountId: string; whatsappConnections: Array<{ id: string; type: "gateway" | "regular"; connected: true }>; message?: string } } };
  };
  account: {
    /** The workspace of the key */
    retrieve: { input: {  }; answer: { success: true; data: { id: string; name: string; userEmail?: string; timezone?: string; createdAt: string } } };
  };
  engines: {
    /** Engines of the workspace */
    list: { input: {  }; answer: { success: true; data: Array<{ id: string; type: "gateway" | "regular"; connected: boolean; state?: string; stream?: string; hasSynced?: boolean }> } };
  };
  scheduledMessages: {
    /** Scheduled messages of the workspace */
    list: { input: { query?: { chatId?: string; searchToken?: string; status?: "pending" | "before-wa-send" | "bt-sent" | "sending" | "sent" | "sent_pending_ack" | "confirmed" | "delivered" | "received" | "read" | "played" | "cancelled" | "error" | "failed" | "expired"; order?: "asc" | "desc"; skip?: number; limit?: number } }; answer: { success: true; data: Array<{ id?: string; waMessageKey?: { fromMe: boolean; remote?: string; id?: string; _serialized?: string; participant?: string }; to: string; type: "text" | "media" | "poll"; text?: string; mediaUrl?: string; mediaKind?: "image" | "video" | "audio" | "document" | "sticker" | "voice" | "gif"; pollQuestion?: string; pollOptions?: Array<string>; pollAllowMultiple?: boolean; status: "pending" | "before-wa-send" | "bt-sent" | "sending" | "sent" | "sent_pending_ack" | "confirmed" | "delivered" | "received" | "read" | "played" | "cancelled" | "error" | "failed" | "expired"; sendAt?: string; createdAt: string; confirmedAt?: string; receivedAt?: string; readAt?: string; playedAt?: string; failedAt?: string; failureReason?: string; secret?: string; linkPreview?: { title?: string; description?: string; canonicalUrl?: string; thumbnail?: string } }>; limit: number; skip: number; total: number } };
    /** A scheduled message */
    get: { input: { params: { id: string } }; answer: { success: true; data: { id?: string; waMessageKey?: { fromMe: boolean; remote?: string; id?: string; _serialized?: string; participant?: string }; to: string; type: "text" | "media" | "poll"; text?: string; mediaUrl?: string; mediaKind?: "image" | "video" | "audio" | "document" | "sticker" | "voice" | "gif"; pollQuestion?: string; pollOptions?: Array<string>; pollAllowMultiple?: boolean; status: "pending" | "before-wa-send" | "bt-sent" | "sending" | "sent" | "sent_pending_ack" | "confirmed" | "delivered" | "received" | "read" | "played" | "cancelled" | "error" | "failed" | "expired"; sendAt?: string; createdAt: string; confirmedAt?: string; receivedAt?: string; readAt?: string; playedAt?: string; failedAt?: string; failureReason?: string; secret?: string; linkPreview?: { title?: string; description?: string; canonicalUrl?: string; thumbnail?: string } } } };
    /** Send a message, now or later */
    create: { input: { params: { chatId: string }; body: { type: "text" | "media" | "poll"; text?: string; mediaUrl?: string; mediaBase64?: string; mediaKind?: "image" | "video" | "audio" | "document" | "sticker" | "voice" | "gif"; mediaFilename?: string; replyTo?: string; secret?: string; pollQuestion?: string; pollOptions?: Array<string>; pollAllowMultiple?: boolean; sendAt?: string }; idempotencyKey?: string }; answer: { success: true; data: { id?: string; waMessageKey?: { fromMe: boolean; remote?: string; id?: string; _serialized?: string; participant?: string }; to: string; type: "text" | "media" | "poll"; text?: string; mediaUrl?: string; mediaKind?: "image" | "video" | "audio" | "document" | "sticker" | "voice" | "gif"; pollQuestion?: string; pollOptions?: Array<string>; pollAllowMultiple?: boolean; status: "pending" | "before-wa-send" | "bt-sent" | "sending" | "sent" | "sent_pending_ack" | "confirmed" | "delivered" | "received" | "read" | "played" | "cancelled" | "error" | "failed" | "expired"; sendAt?: string; createdAt: string; confirmedAt?: string; receivedAt?: string; readAt?: string; playedAt?: string; failedAt?: string; failureReason?: string; secret?: string; linkPreview?: { title?: string; description?: string; canonicalUrl?: string; thumbnail?: string } } } };
    /** Update a pending message */
    update: { input: { params: { id: string }; body?: { type?: "text" | "media" | "poll"; text?: string; mediaUrl?: string; mediaBase64?: string; mediaKind?: "image" | "video" | "audio" | "document" | "sticker" | "voice" | "gif"; mediaFilename?: string; replyTo?: string; secret?: string; pollQuestion?: string; pollOptions?: Array<string>; pollAllowMultiple?: boolean; sendAt?: string } }; answer: { success: true; data: { id?: string; waMessageKey?: { fromMe: boolean; remote?: string; id?: string; _serialized?: string; participant?: string }; to: string; type: "text" | "media" | "poll"; text?: string; mediaUrl?: string; mediaKind?: "image" | "video" | "audio" | "document" | "sticker" | "voice" | "gif"; pollQuestion?: string; pollOptions?: Array<string>; pollAllowMultiple?: boolean; status: "pending" | "before-wa-send" | "bt-sent" | "sending" | "sent" | "sent_pending_ack" | "confirmed" | "delivered" | "received" | "read" | "played" | "cancelled" | "error" | "failed" | "expired"; sendAt?: string; createdAt: string; confirmedAt?: string; receivedAt?: string; readAt?: string; playedAt?: string; failedAt?: string; failureReason?: string; secret?: string; linkPreview?: { title?: string; description?: string; canonicalUrl?: string; thumbnail?: string } } } };
    /** Cancel a pending message */
    delete: { input: { params: { id: string } }; answer: { success: true; data: { id: string; deleted: true } } };
  };
  messages: {
    /** Messages of chats, in both directions */
    list: { input: { query?: { chatId?: string; searchToken?: string; order?: "asc" | "desc"; since?: string; until?: string; messageTypes?: Array<"chat" | "image" | "video" | "document" | "audio" | "ptt" | "sticker" | "gif" | "ptv" | "poll_creation" | "location" | "vcard" | "revoked">; queryAny?: Array<string>; mime?: string; filenameContains?: string; hasMedia?: string; sender?: string; loadFromPhoneIfNeeded?: string; includeMediaContent?: string; skip?: number; limit?: number } }; answer: { success: true; data: Array<{ waMessageKey: { fromMe: boolean; remote?: string; id?: string; _serialized?: string; participant?: string }; chatId: string; from: string; author?: string; senderName?: string; timestamp?: string; text?: string; type: string; fromMe: boolean; ack?: number; mediaUrl?: string; filename?: string; linkPreview?: { title?: string; description?: string; canonicalUrl?: string; thumbnail?: string }; quotedMessage?: { waMessageKey: { fromMe: boolean; remote?: string; id?: string; _serialized?: string; participant?: string }; text?: string; type?: string; author?: string } }>; limit: number; skip: number; total: number } };
    /** Send a message now */
    send: { input: { params: { chatId: string }; body: { type: "text" | "media" | "poll"; text?: string; mediaUrl?: string; mediaBase64?: string; mediaKind?: "image" | "video" | "audio" | "document" | "sticker" | "voice" | "gif"; mediaFilename?: string; replyTo?: string; secret?: string; pollQuestion?: string; pollOptions?: Array<string>; pollAllowMultiple?: boolean; withTyping?: boolean; typingSeconds?: number }; idempotencyKey?: string }; answer: { success: true; data: { id?: string; waMessageKey?: { fromMe: boolean; remote?: string; id?: string; _serialized?: string; participant?: string }; to: string; type: "text" | "media" | "poll"; text?: string; mediaUrl?: string; mediaKind?: "image" | "video" | "audio" | "document" | "sticker" | "voice" | "gif"; pollQuestion?: string; pollOptions?: Array<string>; pollAllowMultiple?: boolean; status: "pending" | "before-wa-send" | "bt-sent" | "sending" | "sent" | "sent_pending_ack" | "confirmed" | "delivered" | "received" | "read" | "played" | "cancelled" | "error" | "failed" | "expired"; sendAt?: string; createdAt: string; confirmedAt?: string; receivedAt?: string; readAt?: string; playedAt?: string; failedAt?: string; failureReason?: string; secret?: string; linkPreview?: { title?: string; description?: string; canonicalUrl?: string; thumbnail?: string } } } };
    /** A message of a chat */
    get: { input: { params: { waMessageKey: string }; query?: { chatId?: string } }; answer: { success: true; data: { waMessageKey: { fromMe: boolean; remote?: string; id?: string; _serialized?: string; participant?: string }; chatId: string; from: string; author?: string; senderName?: string; timestamp?: string; text?: string; type: string; fromMe: boolean; ack?: number; mediaUrl?: string; filename?: string; linkPreview?: { title?: string; description?: string; canonicalUrl?: string; thumbnail?: string }; quotedMessage?: { waMessageKey: { fromMe: boolean; remote?: string; id?: string; _serialized?: string; participant?: string }; text?: string; type?: string; author?: string } } } };
    /** React to a message; an empty emoji removes the reaction */
    react: { input: { params: { waMessageKey: string }; query?: { chatId?: string }; body: { emoji: string } }; answer: { success: true; data: { ok: true } } };
    /** Pin a message to the top of its chat */
    pin: { input: { params: { waMessageKey: string }; query?: { chatId?: string }; body?: { duration?: number } }; answer: { success: true; data: { ok: true } } };
    /** Unpin a message */
    unpin: { input: { params: { waMessageKey: string }; query?: { chatId?: string } }; answer: { success: true; data: { ok: true } } };
    /** Messages of a chat pinned through this server */
    listPinned: { input: { params: { chatId: string }; query?: { skip?: number; limit?: number } }; answer: { success: true; data: Array<{ key: string; chatId: string; text?: string }>; limit: number; skip: number; total: number } };
    /** Request older messages from the phone */
    loadOlder: { input: { params: { chatId: string }; body?: { pages?: number; until_date?: string | number } }; answer: { success: true; data: { added?: number; canLoadMore: boolean; historyUnavailable: boolean; pagesExecuted: number; coverage: { oldestLoadedTimestamp?: number; oldestLoadedIso?: string } } } };
    /** Delivery level of a message */
    getAck: { input: { params: { waMessageKey: string }; query?: { chatId?: string } }; answer: { success: true; data: { ack?: number } } };
    /** Delivery levels of messages */
    batchAcks: { input: { body: { messageKeys: Array<string>; chatId?: string } }; answer: { success: true; data: Array<{ key: string; ack?: number; found: boolean }>; limit: number; skip: number; total: number } };
    /** File of a message */
    getMedia: { input: { params: { waMessageKey: string }; query?: { chatId?: string; maxAttempts?: number } }; answer: { success: true; data: { url?: string; mimetype?: string; filename?: string; dataBase64?: string; originalQuality?: boolean; mediaUnavailable?: "expired" | "fetching" | "awaiting_sender" | "error" | "no_media" } } };
  };
  chats: {
    /** Chats, latest first */
    list: { input: { query?: { searchToken?: string; filter?: "groups" | "contacts" | "newsletters"; kinds?: Array<"contact" | "group" | "newsletter">; since?: string; includeLastMessage?: string; includeExtendedInfo?: string; includeWithoutName?: string; includeArchive?: string; skip?: number; limit?: number } }; answer: { success: true; data: Array<{ chatId: string; name?: string; chatType: "contact" | "group" | "newsletter"; pinned?: boolean; archived?: boolean; lastMessageAt?: string; unreadCount?: number; markedUnread: boolean; lastMessageText?: string; lastMessageFromMe?: boolean }>; limit: number; skip: number; total: number } };
    /** Latest chats with their latest messages */
    latest: { input: { query?: { numberOfChats?: number; numberOfMessages?: number } }; answer: { success: true; data: { chats: Array<{ chatId: string; name?: string; chatType: "contact" | "group" | "newsletter"; pinned?: boolean; archived?: boolean; lastMessageAt?: string; unreadCount?: number; markedUnread: boolean; lastMessageText?: string; lastMessageFromMe?: boolean; messages: Array<{ waMessageKey: { fromMe: boolean; remote?: string; id?: string; _serialized?: string; participant?: string }; chatId: string; from: string; author?: string; senderName?: string; timestamp?: string; text?: string; type: string; fromMe: boolean; ack?: number; mediaUrl?: string; filename?: string; linkPreview?: { title?: string; description?: string; canonicalUrl?: string; thumbnail?: string }; quotedMessage?: { waMessageKey: { fromMe: boolean; remote?: string; id?: string; _serialized?: string; participant?: string }; text?: string; type?: string; author?: string } }> }>; totalChats: number; numberOfChats: number; numberOfMessages: number } } };
    /** A chat, by number or chat id */
    get: { input: { params: { id: string } }; answer: { success: true; data: { chatId: string; name?: string; chatType: "contact" | "group" | "newsletter"; pinned?: boolean; archived?: boolean; lastMessageAt?: string; unreadCount?: number; markedUnread: boolean; lastMessageText?: string; lastMessageFromMe?: boolean } } };
    /** Mark a chat as read */
    markRead: { input: { params: { chatId: string } }; answer: { success: true; data: { ok: true } } };
    /** Archive a chat */
    archive: { input: { params: { chatId: string } }; answer: { success: true; data: { ok: true } } };
    /** Unarchive a chat */
    unarchive: { input: { params: { chatId: string } }; answer: { success: true; data: { ok: true } } };
    /** Current members of a group, requested from its engine */
    listParticipants: { input: { params: { chatId: string }; query?: { searchToken?: string; skip?: number; limit?: number } }; answer: { success: true; data: Array<{ chatId: string; name?: string; isAdmin: boolean; isSuperAdmin?: boolean }>; limit: number; skip: number; total: number } };
  };
  contacts: {
    /** Contacts of the workspace */
    list: { input: { query?: { searchToken?: string; includeArchive?: string; skip?: number; limit?: number } }; answer: { success: true; data: Array<{ chatId: string; name?: string; isBusiness?: boolean }>; limit: number; skip: number; total: number } };
    /** Current groups in common with a contact, requested from the engine */
    commonGroups: { input: { params: { id: string }; query?: { skip?: number; limit?: number } }; answer: { success: true; data: Array<{ id: string; name?: string; description?: string; owner?: string; createdAt?: string; lastMessageAt?: string; participantCount?: number; restrict?: boolean }>; limit: number; skip: number; total: number } };
  };
  groups: {
    /** Groups known to the engine */
    list: { input: { query?: { searchToken?: string; includeArchive?: string; skip?: number; limit?: number } }; answer: { success: true; data: Array<{ id: string; name?: string; description?: string; owner?: string; createdAt?: string; lastMessageAt?: string; participantCount?: number; restrict?: boolean }>; limit: number; skip: number; total: number } };
    /** A group */
    get: { input: { params: { id: string }; query?: { include?: Array<"participants"> } }; answer: { success: true; data: { id: string; name?: string; description?: string; owner?: string; createdAt?: string; lastMessageAt?: string; participantCount?: number; restrict?: boolean; announce?: boolean; participants?: Array<{ chatId: string; isAdmin: boolean; isSuperAdmin: boolean; name?: string }> } } };
    /** Create a group */
    create: { input: { body: { name: string; participants: Array<string> }; idempotencyKey?: string }; answer: { success: true; data: { id: string; name?: string; description?: string; owner?: string; createdAt?: string; lastMessageAt?: string; participantCount?: number; restrict?: boolean; announce?: boolean; participants?: Array<{ chatId: string; isAdmin: boolean; isSuperAdmin: boolean; name?: string }> } } };
    /** Change the name, description or permissions of a group */
    update: { input: { params: { id: string }; body?: { name?: string; settings?: { announce?: boolean; restrict?: boolean; editInfoAdminsOnly?: boolean; description?: string } } }; answer: { success: true; data: { id: string; name?: string; description?: string; owner?: string; createdAt?: string; lastMessageAt?: string; participantCount?: number; restrict?: boolean; announce?: boolean; participants?: Array<{ chatId: string; isAdmin: boolean; isSuperAdmin: boolean; name?: string }> } } };
    /** Add members to a group */
    addMembers: { input: { params: { id: string }; body?: { chatId?: string; participants?: Array<string> } }; answer: { success: true; data: { id: string; name?: string; description?: string; owner?: string; createdAt?: string; lastMessageAt?: string; participantCount?: number; restrict?: boolean; announce?: boolean; participants?: Array<{ chatId: string; isAdmin: boolean; isSuperAdmin: boolean; name?: string }> } } };
    /** Leave a group */
    leave: { input: { params: { id: string } }; answer: unknown };
    /** Remove a member from a group */
    removeMember: { input: { params: { id: string; chatId: string } }; answer: { success: true; data: { id: string; name?: string; description?: string; owner?: string; createdAt?: string; lastMessageAt?: string; participantCount?: number; restrict?: boolean; announce?: boolean; participants?: Array<{ chatId: string; isAdmin: boolean; isSuperAdmin: boolean; name?: string }> } } };
    /** Make a member an admin */
    promoteAdmin: { input: { params: { id: string; chatId: string } }; answer: { success: true; data: { id: string; name?: string; description?: string; owner?: string; createdAt?: string; lastMessageAt?: string; participantCount?: number; restrict?: boolean; announce?: boolean; participants?: Array<{ chatId: string; isAdmin: boolean; isSuperAdmin: boolean; name?: string }> } } };
    /** Demote an admin to member */
    demoteAdmin: { input: { params: { id: string; chatId: string } }; answer: { success: true; data: { id: string; name?: string; description?: string; owner?: string; createdAt?: string; lastMessageAt?: string; participantCount?: number; restrict?: boolean; announce?: boolean; participants?: Array<{ chatId: string; isAdmin: boolean; isSuperAdmin: boolean; name?: string }> } } };
  };
  audiences: {
    /** Audiences: lists of contacts */
    list: { input: { query?: { order?: "asc" | "desc"; skip?: number; limit?: number } }; answer: { success: true; data: Array<{ id: string; name: string; contactCount: number; createdAt: string }>; limit: number; skip: number; total: number } };
    /** Create an audience */
    create: { input: { body: { name: string; contacts?: Array<{ to: string; variables?: Record<string, string> }> }; idempotencyKey?: string }; answer: { success: true; data: { id: string; name: string; contactCount: number; createdAt: string } } };
    /** An audience */
    get: { input: { params: { id: string } }; answer: { success: true; data: { id: string; name: string; contactCount: number; createdAt: string } } };
    /** Rename an audience */
    update: { input: { params: { id: string }; body: { name: string } }; answer: { success: true; data: { id: string; name: string; contactCount: number; createdAt: string } } };
    /** Delete an audience, but not its contacts */
    delete: { input: { params: { id: string } }; answer: { success: true; data: { id: string; deleted: true } } };
    /** Add contacts to an audience */
    appendContacts: { input: { params: { id: string }; body: { contacts: Array<{ to: string; variables?: Record<string, string> }> } }; answer: { success: true; data: { added: number; contactCount: number } } };
    /** Update a contact of an audience, by id, number or chat id */
    updateContact: { input: { params: { id: string; contactId: string }; body?: { to?: string; variables?: Record<string, string> } }; answer: { success: true; data: { id: string; to: string; variables: Record<string, string>; addedAt: string } } };
    /** Remove a contact from an audience */
    deleteContact: { input: { params: { id: string; contactId: string } }; answer: { success: true; data: { id: string } } };
  };
  campaigns: {
    /** Campaigns of the workspace */
    list: { input: { query?: { order?: "asc" | "desc"; skip?: number; limit?: number } }; answer: { success: true; data: Array<{ cmpId: string; name: string; audienceId: string; status: "pending" | "running" | "paused" | "complete_sent" | "complete_delivered" | "aborted"; totalCount: number; sentCount: number; deliveredCount: number; readCount: number; failedCount: number; createdAt: string; startedAt?: string; completedAt?: string; abortedAt?: string }>; limit: number; skip: number; total: number } };
    /** Start a campaign to an audience */
    create: { input: { body: { name: string; audienceId: string; text?: string; mediaUrl?: string; mediaCaption?: string; onMissingVariable?: "fail" | "skip" }; idempotencyKey?: string }; answer: { success: true; data: { cmpId: string; name: string; audienceId: string; status: "pending" | "running" | "paused" | "complete_sent" | "complete_delivered" | "aborted"; totalCount: number; sentCount: number; deliveredCount: number; readCount: number; failedCount: number; createdAt: string; startedAt?: string; completedAt?: string; abortedAt?: string } } };
    /** A campaign */
    get: { input: { params: { id: string } }; answer: { success: true; data: { cmpId: string; name: string; audienceId: string; status: "pending" | "running" | "paused" | "complete_sent" | "complete_delivered" | "aborted"; totalCount: number; sentCount: number; deliveredCount: number; readCount: number; failedCount: number; createdAt: string; startedAt?: string; completedAt?: string; abortedAt?: string } } };
    /** Pause a campaign */
    pause: { input: { params: { id: string } }; answer: { success: true; data: { cmpId: string; name: string; audienceId: string; status: "pending" | "running" | "paused" | "complete_sent" | "complete_delivered" | "aborted"; totalCount: number; sentCount: number; deliveredCount: number; readCount: number; failedCount: number; createdAt: string; startedAt?: string; completedAt?: string; abortedAt?: string } } };
    /** Resume a paused campaign */
    resume: { input: { params: { id: string } }; answer: { success: true; data: { cmpId: string; name: string; audienceId: string; status: "pending" | "running" | "paused" | "complete_sent" | "complete_delivered" | "aborted"; totalCount: number; sentCount: number; deliveredCount: number; readCount: number; failedCount: number; createdAt: string; startedAt?: string; completedAt?: string; abortedAt?: string } } };
    /** Cancel a campaign; unsent messages are never sent */
    cancel: { input: { params: { id: string } }; answer: { success: true; data: { cmpId: string; name: string; audienceId: string; status: "pending" | "running" | "paused" | "complete_sent" | "complete_delivered" | "aborted"; totalCount: number; sentCount: number; deliveredCount: number; readCount: number; failedCount: number; createdAt: string; startedAt?: string; completedAt?: string; abortedAt?: string } } };
  };
  boards: {
    /** Boards */
    list: { input: { query?: { order?: "asc" | "desc"; skip?: number; limit?: number } }; answer: { success: true; data: Array<{ board_id: string; name: string; domain?: string; agent_managed: boolean; memory_retention_days?: number; item_count?: number; web_url: string; created_at: string; updated_at: string }>; limit: number; skip: number; total: number } };
    /** Find or create an agent’s board for a domain */
    create: { input: { body?: { domain?: "tasks" | "leads" | "invoices"; entity_kind?: string; name?: string; description?: string; agent_id?: string; memory_retention_days?: number } }; answer: { success: true; data: { board_id: string; name: string; domain?: string; agent_managed: boolean; memory_retention_days?: number; item_count?: number; web_url: string; created_at: string; updated_at: string; columns: Array<{ column_id: string; title: string; type: string; options: Array<{ label: string; bgcolor: string }> }> } } };
    /** A board with its columns */
    get: { input: { params: { id: string } }; answer: { success: true; data: { board_id: string; name: string; domain?: string; agent_managed: boolean; memory_retention_days?: number; item_count?: number; web_url: string; created_at: string; updated_at: string; columns: Array<{ column_id: string; title: string; type: string; options: Array<{ label: string; bgcolor: string }> }> } } };
    /** Items of a board */
    items: { input: { params: { boardId: string }; query?: { status?: string; order?: "asc" | "desc"; active_only?: string; updated_since?: string; skip?: number; limit?: number } }; answer: { success: true; data: Array<{ item_id: string; text: string; status?: { label: string; bgcolor: string }; priority?: { label: string; bgcolor: string }; due_date?: string; cells?: Record<string, unknown>; source?: { chat_id?: string; chat_name?: string; message_key?: string; excerpt?: string; extracted_at?: number }; confidence?: number; last_seen_at?: number; web_url: string; created_at: string; updated_at: string }>; limit: number; skip: number; total: number } };
    /** Add an item, or update a similar one */
    createItem: { input: { params: { boardId: string }; body: { text: string; status?: string; priority?: string; due_date?: string; cells?: Record<string, string | number>; source?: { chat_id?: string; chat_name?: string; message_key?: string; excerpt?: string; extracted_at?: number }; confidence?: number; allow_duplicate?: boolean } }; answer: { success: true; data: { item_id: string; text: string; status?: { label: string; bgcolor: string }; priority?: { label: string; bgcolor: string }; due_date?: string; cells?: Record<string, unknown>; source?: { chat_id?: string; chat_name?: string; message_key?: string; excerpt?: string; extracted_at?: number }; confidence?: number; last_seen_at?: number; web_url: string; created_at: string; updated_at: string; merged?: true } } };
    /** Update, delete or restore an item */
    updateItem: { input: { params: { boardId: string; itemId: string }; body?: { text?: string; status?: string; priority?: string; due_date?: string; cells?: Record<string, string | number>; source?: { chat_id?: string; chat_name?: string; message_key?: string; excerpt?: string; extracted_at?: number }; confidence?: number; deleted?: boolean; note?: string } }; answer: { success: true; data: { item_id: string; text: string; status?: { label: string; bgcolor: string }; priority?: { label: string; bgcolor: string }; due_date?: string; cells?: Record<string, unknown>; source?: { chat_id?: string; chat_name?: string; message_key?: string; excerpt?: string; extracted_at?: number }; confidence?: number; last_seen_at?: number; web_url: string; created_at: string; updated_at: string } } };
    /** Add many items or update similar ones: all, or none */
    bulkItems: { input: { params: { boardId: string }; body: { items: Array<{ text: string; status?: string; priority?: string; due_date?: string; cells?: Record<string, string | number>; source?: { chat_id?: string; chat_name?: string; message_key?: string; excerpt?: string; extracted_at?: number }; confidence?: number; allow_duplicate?: boolean }>; mode?: "upsert" } }; answer: { success: true; data: { created: Array<{ item_id: string; text: string; status?: { label: string; bgcolor: string }; priority?: { label: string; bgcolor: string }; due_date?: string; cells?: Record<string, unknown>; source?: { chat_id?: string; chat_name?: string; message_key?: string; excerpt?: string; extracted_at?: number }; confidence?: number; last_seen_at?: number; web_url: string; created_at: string; updated_at: string }>; updated: Array<{ item_id: string; text: string; status?: { label: string; bgcolor: string }; priority?: { label: string; bgcolor: string }; due_date?: string; cells?: Record<string, unknown>; source?: { chat_id?: string; chat_name?: string; message_key?: string; excerpt?: string; extracted_at?: number }; confidence?: number; last_seen_at?: number; web_url: string; created_at: string; updated_at: string }>; unchanged: number; board: { board_id: string; name: string; description?: string; domain?: string; web_url: string } } } };
    /** Find items of a board similar to given texts */
    findSimilar: { input: { params: { boardId: string }; body: { candidates: Array<{ text: string }> } }; answer: { success: true; data: { matches: Array<{ candidate_index: number; item_id: string; text: string; score: number }>; misses: Array<number> } } };
  };
  webhooks: {
    /** Webhooks of the workspace */
    list: { input: { query?: { order?: "asc" | "desc"; skip?: number; limit?: number } }; answer: { success: true; data: Array<{ id: string; url: string; events: Array<string>; description?: string; status: "enabled" | "disabled"; createdAt: string }>; limit: number; skip: number; total: number } };
    /** Create a webhook */
    create: { input: { body: { url: string; events: Array<"message.queued" | "message.sending" | "message.sent" | "message.delivered" | "message.read" | "message.failed" | "message.cancelled" | "message.unknown" | "ack_changed_webhook" | "new_message_received_webhook" | "reply_to_my_message_webhook" | "message_reaction_webhook" | "poll_vote_webhook" | "session.connected" | "session.disconnected" | "session.status_changed" | "campaign.started" | "campaign.paused" | "campaign.resumed" | "campaign.completed" | "board.item_changed" | "automation.called" | "campaign.aborted" | "participant_joined_via_link_webhook" | "participant_added_by_admin_webhook" | "participant_left_group_webhook" | "participant_kicked_from_group_webhook" | "group_admin_changed_webhook" | "group_name_changed_webhook" | "group_description_changed_webhook" | "group_message_pinned_webhook" | "message_deleted_revoked_webhook" | "message_edited_webhook">; description?: string }; idempotencyKey?: string }; answer: { success: true; data: { id: string; url: string; events: Array<string>; description?: string; status: "enabled" | "disabled"; createdAt: string } } };
    /** A webhook */
    get: { input: { params: { id: string } }; answer: { success: true; data: { id: string; url: string; events: Array<string>; description?: string; status: "enabled" | "disabled"; createdAt: string } } };
    /** Update, disable or enable a webhook */
    update: { input: { params: { id: string }; body?: { url?: string; events?: Array<"message.queued" | "message.sending" | "message.sent" | "message.delivered" | "message.read" | "message.failed" | "message.cancelled" | "message.unknown" | "ack_changed_webhook" | "new_message_received_webhook" | "reply_to_my_message_webhook" | "message_reaction_webhook" | "poll_vote_webhook" | "session.connected" | "session.disconnected" | "session.status_changed" | "campaign.started" | "campaign.paused" | "campaign.resumed" | "campaign.completed" | "board.item_changed" | "automation.called" | "campaign.aborted" | "participant_joined_via_link_webhook" | "participant_added_by_admin_webhook" | "participant_left_group_webhook" | "participant_kicked_from_group_webhook" | "group_admin_changed_webhook" | "group_name_changed_webhook" | "group_description_changed_webhook" | "group_message_pinned_webhook" | "message_deleted_revoked_webhook" | "message_edited_webhook">; description?: string | null; status?: "enabled" | "disabled" } }; answer: { success: true; data: { id: string; url: string; events: Array<string>; description?: string; status: "enabled" | "disabled"; createdAt: string } } };
    /** Delete a webhook and its deliveries */
    delete: { input: { params: { id: string } }; answer: { success: true; data: { id: string; deleted: true } } };
  };
  extensions: {
    /** Contacts with their fields */
    contacts: { input: { query?: { cursor?: string; limit?: number } }; answer: { success: true; data: Array<{ id: string; chatId: string; name: string; fields: Record<string, string>; createdAt: string; updatedAt: string }>; next?: string } };
    /** Templates */
    templates: { input: { query?: { cursor?: string; limit?: number } }; answer: { success: true; data: Array<{ id: string; name: string; text: string; updatedAt: string }>; next?: string } };
    /** Bots */
    bots: { input: { query?: { cursor?: string; limit?: number } }; answer: { success: true; data: Array<{ id: string; name: string; description: string; deployed: boolean; updatedAt: string }>; next?: string } };
    /** Knowledge bases */
    knowledge: { input: { query?: { cursor?: string; limit?: number } }; answer: { success: true; data: Array<{ id: string; name: string; createdAt: string; updatedAt: string }>; next?: string } };
    /** Recurring messages */
    series: { input: { query?: { cursor?: string; limit?: number } }; answer: { success: true; data: Array<{ id: string; to: string; text: string; rule: string; start: string; timezone: string; state: "active" | "paused" | "cancelled"; createdAt: string }>; next?: string } };
    /** Why a message has not been sent yet */
    holds: { input: { params: { id: string } }; answer: { success: true; data: { id: string; status: string; holds: Array<{ rule: string; text: string; until?: string }> } } };
    /** Create a contact */
    createContact: { input: { body: { to: string; name?: string; fields?: Record<string, string> }; idempotencyKey?: string }; answer: { success: true; data: { id: string; chatId: string; name: string; fields: Record<string, string>; createdAt: string; updatedAt: string } } };
    /** Update a contact; `fields` are replaced as a whole */
    updateContact: { input: { params: { id: string }; body?: { to?: string; name?: string; fields?: Record<string, string> } }; answer: { success: true; data: { id: string; chatId: string; name: string; fields: Record<string, string>; createdAt: string; updatedAt: string } } };
    /** Delete a contact, but not its messages */
    deleteContact: { input: { params: { id: string } }; answer: { success: true; data: { id: string; deleted: true } } };
    /** Create a template */
    createTemplate: { input: { body: { name: string; text: string }; idempotencyKey?: string }; answer: { success: true; data: { id: string; name: string; text: string; updatedAt: string } } };
    /** Update a template */
    updateTemplate: { input: { params: { id: string }; body?: { name?: string; text?: string } }; answer: { success: true; data: { id: string; name: string; text: string; updatedAt: string } } };
    /** Delete a template; campaigns keep their texts */
    deleteTemplate: { input: { params: { id: string } }; answer: { success: true; data: { id: string; deleted: true } } };
    /** Deploy the draft of a bot */
    deployBot: { input: { params: { id: string }; body?: { settings?: { engineIds?: Array<string>; contactRule?: "all" | "only" | "except"; numbers?: Array<string>; groups?: "off" | "mentioned"; gatherSeconds?: number; resumeAfterHours?: number | null }; running?: "stay" | "move" | "end" } }; answer: { success: true; data: { id: string; name: string; description: string; deployed: boolean; updatedAt: string } } };
    /** Undeploy a bot */
    undeployBot: { input: { params: { id: string }; body?: { running?: "stay" | "end" } }; answer: { success: true; data: { id: string; name: string; description: string; deployed: boolean; updatedAt: string } } };
    /** Add a text to a knowledge base */
    addKnowledge: { input: { params: { id: string }; body: { title: string; text: string }; idempotencyKey?: string }; answer: { success: true; data: { id: string; title: string; text: string; createdAt: string } } };
    /** Invitation link of a group */
    groupInvite: { input: { params: { id: string } }; answer: { success: true; data: { link: string } } };
  };
}
