-- Why something failed, stands still or was told, which was stored as an English sentence, becomes a code with what is put into its words. What is none of ours stays as it is.
CREATE TEMP TABLE "said_once" ("words" text PRIMARY KEY, "code" text NOT NULL) ON COMMIT DROP;
--> statement-breakpoint
INSERT INTO "said_once" ("words", "code") VALUES
  ('Still loading. It appears here when it’s ready.', 'fileNotBrought'),
  ('An excluded label was deleted', 'labelLeftOutGone'),
  ('files', 'files'),
  ('pictures', 'pictures'),
  ('videos', 'videos'),
  ('sounds', 'sounds'),
  ('documents', 'documents'),
  ('voice messages', 'voiceMessages'),
  ('stickers', 'stickers'),
  ('polls', 'polls'),
  ('answers', 'answers'),
  ('The connection of its group was deleted. Schedule it again with another group.', 'groupEngineGone'),
  ('Enter an expression.', 'nodeExpressionMissing'),
  ('This expression does too much work.', 'nodeExpressionWork'),
  ('The bot it continues in isn’t deployed.', 'deployBotIdle'),
  ('Ended by a member.', 'sessionEnded'),
  ('Paused by a member.', 'sessionPaused'),
  ('Someone replied on the phone.', 'sessionOnPhone'),
  ('Someone replied in the app.', 'sessionInProduct'),
  ('Another bot is active in this chat.', 'sessionOtherBot'),
  ('The contact opted out.', 'sessionUnwanted'),
  ('Another version was deployed.', 'sessionReplaced'),
  ('The bot was taken offline.', 'sessionTakenOff'),
  ('The bot handed the conversation over.', 'sessionHandedOver'),
  ('The connection of this conversation was deleted.', 'sessionEngineGone'),
  ('This version of the flow no longer exists.', 'sessionVersionGone'),
  ('Its current step no longer exists.', 'sessionStepGone'),
  ('There is nothing to ask.', 'sessionNoQuestion'),
  ('No bot is selected.', 'sessionNoBot'),
  ('No answer in time.', 'sessionUnanswered'),
  ('This test has ended. Start another.', 'testOver'),
  ('The response is too long to store.', 'callTooLong'),
  ('No language model is set. Set one for the assistant.', 'modelNone'),
  ('The language model isn’t on this machine or its network, and no owner has allowed chats to be sent to it.', 'modelElsewhere'),
  ('The language model rejected the key.', 'modelKey'),
  ('The server has no language model with this name.', 'modelName'),
  ('The language model doesn’t support tools.', 'modelTools'),
  ('The language model is rate-limiting: too many requests.', 'modelLimit'),
  ('The language model can’t be reached or stopped answering.', 'modelAway'),
  ('The workspace has no credits left for the language model this month.', 'modelCredits'),
  ('The campaign was cancelled.', 'campaignCancelled'),
  ('Its campaign was cancelled.', 'itsCampaignCancelled'),
  ('No connection is available to send it.', 'campaignNoEngine'),
  ('No connection is available to send it. Choose or connect one, then resume.', 'campaignNoEngineNow'),
  ('WhatsApp has restricted its number. Resume once the restriction ends.', 'campaignRestricted'),
  ('More than a fifth of its last 50 messages failed. Check the reasons, then resume.', 'campaignFailing'),
  ('With its numbers’ limits or a WhatsApp restriction, it wouldn’t end within 120 days.', 'campaignNeverEnds'),
  ('They opted out.', 'readerUnwanted'),
  ('They wrote, or someone wrote to them, in the meantime.', 'readerAnswered'),
  ('Their number wasn’t on WhatsApp when last checked.', 'readerNotThere'),
  ('They recently got the maximum number of campaign messages.', 'readerOverCap'),
  ('Its connection was deleted while the message was being sent. Check the chat before sending it again.', 'sentEngineDeleted'),
  ('Its connection was stopped while the message was being sent. Check the chat before sending it again.', 'sentEngineStopped'),
  ('A backup was restored, and it may have been sent since. Check the chat before sending it again.', 'sentRestored'),
  ('A backup was restored, and it may have continued since. Check who got its message, then resume.', 'campaignRestored'),
  ('A backup was restored, and it may have continued since.', 'conversationRestored'),
  ('It was cancelled, but WhatsApp already had it.', 'sentThoughCancelled'),
  ('The connection of its group was deleted. Cancel it, or schedule it again with another group.', 'seriesGroupGone'),
  ('WhatsApp didn’t respond', 'whatsappSilent'),
  ('WhatsApp has restricted this account', 'whatsappRestricted'),
  ('WhatsApp reported too many messages', 'whatsappTooMany'),
  ('WhatsApp couldn’t deliver it', 'whatsappUndelivered'),
  ('WhatsApp can’t deliver to this number', 'whatsappNotThere'),
  ('more than 24 hours since the contact last wrote: only a template may be sent', 'whatsappWindow'),
  ('WhatsApp no longer has the file', 'whatsappFileGone'),
  ('WhatsApp refused the message', 'whatsappRefusedIt'),
  ('The number isn’t on WhatsApp', 'numberNotOnWhatsapp'),
  ('The contact has blocked this number', 'contactBlocked'),
  ('The connection came back too late for WhatsApp to accept it', 'actTooLate'),
  ('This kind of connection can’t do that', 'actUnsupported'),
  ('WhatsApp Web doesn’t have the message', 'actNoMessage'),
  ('Marked by a member as not delivered.', 'settledNot'),
  ('Marked by a member as not delivered. It can be sent again once its connection has released it, so that it can’t arrive twice.', 'settledHeld'),
  ('Marked by a member as not delivered. Sent again as a new message.', 'settledAgain'),
  ('They opted out in the chat.', 'askedInChat'),
  ('They opted out with the link in a message.', 'askedByLink'),
  ('A member opted them out.', 'notedByPerson'),
  ('They opted out with a bot.', 'askedBot'),
  ('A server error ended it. Tell whoever runs this server the id of this conversation.', 'sessionFault'),
  ('The address couldn’t be reached.', 'addressAway'),
  ('The address redirects too often.', 'addressLoops'),
  ('The address redirects to another site, which mustn’t get the secrets.', 'addressElsewhere'),
  ('Enter an address that starts with http:// or https://.', 'addressUrl'),
  ('The address must not contain a user name or password.', 'addressPassword'),
  ('This host doesn’t exist.', 'addressNoHost'),
  ('The address is not on the public internet.', 'addressPrivate'),
  ('The engine has not brought it yet. It appears here when it does.', 'fileNotBrought'),
  ('A label that it leaves out was deleted', 'labelLeftOutGone'),
  ('The engine of its group was deleted. Schedule it anew with another group.', 'groupEngineGone'),
  ('Write an expression.', 'nodeExpressionMissing'),
  ('An expression must not read or make so much.', 'nodeExpressionWork'),
  ('Somebody ended it.', 'sessionEnded'),
  ('Somebody paused it.', 'sessionPaused'),
  ('Somebody answered on the phone.', 'sessionOnPhone'),
  ('Somebody answered in the product.', 'sessionInProduct'),
  ('Another bot answers in this chat.', 'sessionOtherBot'),
  ('The contact asked not to be written to.', 'sessionUnwanted'),
  ('The bot was taken off.', 'sessionTakenOff'),
  ('The engine of this conversation was deleted.', 'sessionEngineGone'),
  ('The version of its flow is gone.', 'sessionVersionGone'),
  ('The step at which it stood is gone.', 'sessionStepGone'),
  ('It has nothing to ask.', 'sessionNoQuestion'),
  ('No bot is chosen.', 'sessionNoBot'),
  ('It was not answered in time.', 'sessionUnanswered'),
  ('This test is over. Begin another.', 'testOver'),
  ('Its answer is too long to be kept.', 'callTooLong'),
  ('There is no language model. Set one for the assistant.', 'modelNone'),
  ('The language model is not on this machine or its network, and no owner has allowed chats to be sent to it.', 'modelElsewhere'),
  ('The language model refuses the key.', 'modelKey'),
  ('The language model’s server knows no model of this name.', 'modelName'),
  ('The language model calls no tools.', 'modelTools'),
  ('The language model refuses for now: too many requests.', 'modelLimit'),
  ('The language model cannot be reached, or its answer broke off.', 'modelAway'),
  ('No engine is there to send it.', 'campaignNoEngine'),
  ('No engine is there to send it. Choose or connect one, then resume.', 'campaignNoEngineNow'),
  ('WhatsApp has restricted its number. Resume when the restriction has ended.', 'campaignRestricted'),
  ('More than a fifth of its last 50 messages failed. Look at the reasons, then resume.', 'campaignFailing'),
  ('The limits of its engines, or a restriction by WhatsApp, let it not end within 120 days.', 'campaignNeverEnds'),
  ('They asked for no more messages.', 'readerUnwanted'),
  ('They have written since, or somebody has written to them.', 'readerAnswered'),
  ('Their number was not on WhatsApp when an engine asked.', 'readerNotThere'),
  ('They got enough campaign messages lately.', 'readerOverCap'),
  ('Its engine was deleted while it was on its way. Check the chat before sending it again.', 'sentEngineDeleted'),
  ('Its engine was stopped while it was on its way. Check the chat before sending it again.', 'sentEngineStopped'),
  ('A backup was restored, and it may have gone out since. Check the chat before sending it again.', 'sentRestored'),
  ('A backup was restored, and it may have gone on since. Check who got its message, then resume.', 'campaignRestored'),
  ('A backup was restored, and it may have gone on since.', 'conversationRestored'),
  ('It was cancelled, but WhatsApp had it already.', 'sentThoughCancelled'),
  ('The engine of its group was deleted. Cancel it, or schedule it anew with another group.', 'seriesGroupGone'),
  ('WhatsApp did not answer', 'whatsappSilent'),
  ('WhatsApp says that there were too many messages', 'whatsappTooMany'),
  ('WhatsApp could not deliver it', 'whatsappUndelivered'),
  ('WhatsApp cannot deliver to this number', 'whatsappNotThere'),
  ('WhatsApp has the file no more', 'whatsappFileGone'),
  ('Settled by a person: it did not arrive.', 'settledNot'),
  ('Settled by a person: it did not arrive. It can be sent again when its engine has let go of it, so that it cannot arrive twice.', 'settledHeld'),
  ('Settled by a person: it did not arrive. It was sent again as a new message.', 'settledAgain'),
  ('They asked for no more messages in the chat.', 'askedInChat'),
  ('They asked for no more messages by the link in a message.', 'askedByLink'),
  ('Somebody of the workspace noted that they want no more messages.', 'notedByPerson'),
  ('A fault of the server ended it. Tell its operator, with the id of this conversation.', 'sessionFault'),
  ('The address could not be reached.', 'addressAway'),
  ('The address leads on and on.', 'addressLoops'),
  ('The address leads to another site, which may not have the secrets.', 'addressElsewhere'),
  ('This is not an address that begins with http:// or https://.', 'addressUrl'),
  ('There is no such host.', 'addressNoHost'),
  ('The number is not on WhatsApp', 'numberNotOnWhatsapp'),
  ('the recipient is not on WhatsApp', 'numberNotOnWhatsapp'),
  ('The message was refused by WhatsApp', 'whatsappRefusedIt'),
  ('They asked a bot for no more messages.', 'askedBot'),
  ('Write a message.', 'noMessage'),
  ('The file no longer exists. Attach it again.', 'fileGone'),
  ('It has already been sent again.', 'sentAgain'),
  ('Its series is paused. Resume that first.', 'seriesPaused'),
  ('This list no longer exists', 'listGone'),
  ('They opted out, so recurring messages can’t be sent to them. Send a single message if they agree.', 'unwanted'),
  ('They opted out, so messages of campaigns, bots and series aren’t sent to them again. Send a single message if they agree.', 'unwantedAgain'),
  ('A connection was deleted; choose another', 'engineGone'),
  ('An excluded audience was deleted', 'audienceGone'),
  ('Audiences exclude each other in a circle, or more than three levels deep', 'audienceCircle'),
  ('Its list was deleted', 'itsListGone'),
  ('Its labels were deleted', 'itsLabelsGone'),
  ('Move or delete its items first.', 'groupHasItems'),
  ('This file can’t be fetched.', 'fileUntold'),
  ('The contact has opted out.', 'botUnwanted'),
  ('You may not do this.', 'FORBIDDEN'),
  ('There is no such thing in this workspace.', 'NOT_FOUND'),
  ('It has already changed.', 'TOO_LATE'),
  ('It is too large.', 'PAYLOAD_TOO_LARGE'),
  ('The engine did not answer in time. It may be starting, or the broker may be away.', 'ENGINE_AWAY'),
  ('The engine could not do it.', 'ENGINE_REFUSED'),
  ('This kind of connection can’t do that.', 'DRIVER_CANNOT'),
  ('Only your own messages can be changed.', 'MESSAGE_NOT_OURS'),
  ('Only text messages can be edited.', 'MESSAGE_NOT_TEXT'),
  ('WhatsApp no longer allows this for that message.', 'MESSAGE_TOO_OLD'),
  ('This workspace can’t store more files.', 'STORAGE_FULL');
--> statement-breakpoint
CREATE TEMP TABLE "said_with" ("place" integer PRIMARY KEY, "code" text NOT NULL, "pattern" text NOT NULL, "names" text[] NOT NULL) ON COMMIT DROP;
--> statement-breakpoint
INSERT INTO "said_with" ("place", "code", "pattern", "names") VALUES
  (0, 'storageFull', '^This workspace can store (.+?) MB of files and uses (.+?) MB\. Files are removed some time after the last message that uses them\.$', '{most,kept}'),
  (1, 'sentDoubtful', '^(.+?)\. An earlier try was never answered, so it may have arrived all the same\. Check the chat before sending it again\.$', '{reason}'),
  (2, 'campaignFault', '^A fault of the server stopped it \((.+?)\)\. Tell whoever runs this server, with the name of the campaign, then resume\.$', '{kind}'),
  (3, 'overdueTold', '^They became more than an hour late while nothing could send them \((.+?)\)\. Choose whether to still send them\.$', '{engine}'),
  (4, 'overdueTold', '^They became more than an hour late while nothing could send them \((.+?)\)\. Say whether they still go out\.$', '{engine}'),
  (5, 'campaignFault', '^A server error stopped it \((.+?)\)\. Tell whoever runs this server the name of the campaign, then resume\.$', '{kind}'),
  (6, 'campaignCredits', '^It costs (.+?) credits, one for each reader, and (.+?) are left\. There are new ones on (.+?)\.$', '{needed,left,date}'),
  (7, 'sentEngineStopping', '^Its connection stopped (.+?) times while sending it\. Check the chat before sending it again\.$', '{times}'),
  (8, 'campaignCredits', '^It costs (.+?) credits, one per recipient, and (.+?) are left\. New credits on (.+?)\.$', '{needed,left,date}'),
  (9, 'campaignNotAll', '^(.+?)\. Its other recipients are therefore unknown\. Cancel it and launch it again for them\.$', '{reason}'),
  (10, 'sentEngineStopping', '^The engine stopped (.+?) times while sending it\. Check the chat before sending it again\.$', '{times}'),
  (11, 'campaignNotAll', '^(.+?)\. So its other readers are not known\. Cancel it, and launch it anew for them\.$', '{reason}'),
  (12, 'cannotSendToGroups', '^The connection of the group "(.+?)" \((.+?)\) can’t send to groups\.$', '{name,engine}'),
  (13, 'sessionTooMany', '^It has sent (.+?) messages to this chat within (.+?) minutes\.$', '{count,minutes}'),
  (14, 'questionTooLong', '^A question has at most (.+?) characters; this one has (.+?)\.$', '{maximum,length}'),
  (15, 'messageTooLong', '^A message has at most (.+?) characters; this one has (.+?)\.$', '{maximum,length}'),
  (16, 'sessionVariablesLong', '^The variables of a conversation have at most (.+?) kB together\.$', '{maximum}'),
  (17, 'sessionVariablesLong', '^A conversation’s variables can hold at most (.+?) kB in total\.$', '{maximum}'),
  (18, 'sessionTooMany', '^It sent (.+?) messages to this chat within (.+?) minutes\.$', '{count,minutes}'),
  (19, 'fileOtherType', '^The file says it is (.+?), but its contents are something else\.$', '{type}'),
  (20, 'groupClosed', '^The connected account can’t write to "(.+?)", or has left it\.$', '{name}'),
  (21, 'secretOfOther', '^The secret of (.+?) was set for (.+?)\. Enter it again\.$', '{header,host}'),
  (22, 'groupUnknown', '^No connection of this workspace knows the group (.+?)\.$', '{group}'),
  (23, 'secretUnread', '^The secret of (.+?) can’t be read\. Enter it again\.$', '{header}'),
  (24, 'secretUnread', '^The secret of (.+?) cannot be read\. Give it again\.$', '{header}'),
  (25, 'whatsappSilentAgain', '^WhatsApp did not answer in time \(tried (.+?) times\)$', '{times}'),
  (26, 'sessionTextLong', '^A text with its variables has at most (.+?) kB\.$', '{maximum}'),
  (27, 'secretForOther', '^The secret of (.+?) was given for (.+?) only\.$', '{header,host}'),
  (28, 'secretForOther', '^The secret of (.+?) was set for (.+?) only\.$', '{header,host}'),
  (29, 'sessionSame', '^It sent the same message (.+?) times in a row\.$', '{count}'),
  (30, 'webCouldNotSend', '^WhatsApp Web could not send the message \((.+?)\)$', '{code}'),
  (31, 'nodeExpressionLong', '^An expression has at most (.+?) characters\.$', '{maximum}'),
  (32, 'webCouldNotSend', '^WhatsApp Web couldn’t send the message \((.+?)\)$', '{code}'),
  (33, 'sessionLoops', '^It went through (.+?) steps without waiting\.$', '{count}'),
  (34, 'textTooLong', '^The text is longer than (.+?) characters\.$', '{maximum}'),
  (35, 'answerSlow', '^There was no whole answer within (.+?) s\.$', '{seconds}'),
  (36, 'cannotSend', '^The connection (.+?) can’t send (.+?)\.$', '{engine,what}'),
  (37, 'sessionSame', '^It has said the same (.+?) times in a row\.$', '{count}'),
  (38, 'nodeExpressionParts', '^An expression has at most (.+?) parts\.$', '{maximum}'),
  (39, 'answerLarge', '^The response is larger than (.+?) kB\.$', '{maximum}'),
  (40, 'engineCouldNot', '^The connection couldn’t do it: (.+?)\.$', '{reason}'),
  (41, 'answerSlow', '^No complete response within (.+?) s\.$', '{seconds}'),
  (42, 'contactTaken', '^There is already a contact with (.+?)$', '{mobile}'),
  (43, 'whatsappSilentAgain', '^WhatsApp didn’t respond \((.+?) tries\)$', '{times}'),
  (44, 'answerLarge', '^The answer is larger than (.+?) kB\.$', '{maximum}'),
  (45, 'sessionLoops', '^It ran (.+?) steps without waiting\.$', '{count}'),
  (46, 'whatsappRefused', '^WhatsApp refused the message \((.+?)\)$', '{code}'),
  (47, 'engineCouldNot', '^The engine could not do it: (.+?)\.$', '{reason}'),
  (48, 'callAnswered', '^The server responded with (.+?)\.$', '{status}'),
  (49, 'mobile', '^"(.+?)" is not a phone number\.$', '{written}'),
  (50, 'nodeValueLong', '^A value has at most (.+?) kB\.$', '{maximum}'),
  (51, 'readerUnknown', '^Nothing is known for (.+?)\.$', '{variables}'),
  (52, 'labelUnknown', '^There is no label named “(.+?)”\.$', '{name}'),
  (53, 'fileTooLarge', '^Files can be up to (.+?) MB\.$', '{maximum}'),
  (54, 'labelUnknown', '^No label named “(.+?)” exists\.$', '{name}'),
  (55, 'secretMissing', '^Enter the secret for (.+?)\.$', '{header}'),
  (56, 'notOnWhatsapp', '^(.+?) is not on WhatsApp$', '{number}'),
  (57, 'readerUnknown', '^No value for (.+?)\.$', '{variables}'),
  (58, 'callAnswered', '^It answered (.+?)\.$', '{status}');
--> statement-breakpoint
CREATE FUNCTION pg_temp.text_of("given" text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  "known" record;
  "parts" text[];
  "data" text;
BEGIN
  SELECT "code" INTO "known" FROM "said_once" WHERE "words" = "given";
  IF FOUND THEN RETURN '{"code":"' || "known"."code" || '"}'; END IF;
  FOR "known" IN SELECT * FROM "said_with" ORDER BY "place" LOOP
    "parts" := regexp_match("given", "known"."pattern");
    CONTINUE WHEN "parts" IS NULL;
    SELECT string_agg(to_json("name") || ':' || CASE
      WHEN "name" IN ('reason', 'what') THEN coalesce(pg_temp.text_of("part"), to_json("part")::text)
      WHEN "name" IN ('count', 'kept', 'left', 'length', 'maximum', 'minutes', 'most', 'needed', 'seconds', 'times') AND "part" ~ '^\d{1,15}$' THEN "part"::bigint::text
      ELSE to_json("part")::text
    END, ',' ORDER BY "at") INTO "data" FROM unnest("known"."names", "parts") WITH ORDINALITY AS "one" ("name", "part", "at");
    RETURN '{"code":"' || "known"."code" || '","data":{' || "data" || '}}';
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
UPDATE "messages" SET "send_failure_reason" = "said"."text" FROM (
  SELECT "words", pg_temp.text_of("words") AS "text" FROM (SELECT DISTINCT "send_failure_reason" AS "words" FROM "messages" WHERE "send_failure_reason" IS NOT NULL) AS "all"
) AS "said" WHERE "messages"."send_failure_reason" = "said"."words" AND "said"."text" IS NOT NULL;
--> statement-breakpoint
UPDATE "message_series" SET "paused_because" = "said"."text" FROM (
  SELECT "words", pg_temp.text_of("words") AS "text" FROM (SELECT DISTINCT "paused_because" AS "words" FROM "message_series" WHERE "paused_because" IS NOT NULL) AS "all"
) AS "said" WHERE "message_series"."paused_because" = "said"."words" AND "said"."text" IS NOT NULL;
--> statement-breakpoint
UPDATE "campaigns" SET "paused_because" = "said"."text" FROM (
  SELECT "words", pg_temp.text_of("words") AS "text" FROM (SELECT DISTINCT "paused_because" AS "words" FROM "campaigns" WHERE "paused_because" IS NOT NULL) AS "all"
) AS "said" WHERE "campaigns"."paused_because" = "said"."words" AND "said"."text" IS NOT NULL;
--> statement-breakpoint
UPDATE "campaign_recipients" SET "reason" = "said"."text" FROM (
  SELECT "words", pg_temp.text_of("words") AS "text" FROM (SELECT DISTINCT "reason" AS "words" FROM "campaign_recipients" WHERE "reason" IS NOT NULL) AS "all"
) AS "said" WHERE "campaign_recipients"."reason" = "said"."words" AND "said"."text" IS NOT NULL;
--> statement-breakpoint
UPDATE "bot_sessions" SET "reason" = "said"."text" FROM (
  SELECT "words", pg_temp.text_of("words") AS "text" FROM (SELECT DISTINCT "reason" AS "words" FROM "bot_sessions" WHERE "reason" IS NOT NULL) AS "all"
) AS "said" WHERE "bot_sessions"."reason" = "said"."words" AND "said"."text" IS NOT NULL;
--> statement-breakpoint
UPDATE "chat_acts" SET "reason" = "said"."text" FROM (
  SELECT "words", pg_temp.text_of("words") AS "text" FROM (SELECT DISTINCT "reason" AS "words" FROM "chat_acts" WHERE "reason" IS NOT NULL) AS "all"
) AS "said" WHERE "chat_acts"."reason" = "said"."words" AND "said"."text" IS NOT NULL;
--> statement-breakpoint
UPDATE "notifications" SET "data" = jsonb_set("data", '{reason}', pg_temp.text_of("data" ->> 'reason')::jsonb)
WHERE jsonb_typeof("data" -> 'reason') = 'string' AND pg_temp.text_of("data" ->> 'reason') IS NOT NULL;
--> statement-breakpoint
UPDATE "bot_node_events" SET "details" = jsonb_set("details", '{message}', pg_temp.text_of("details" ->> 'message')::jsonb)
WHERE jsonb_typeof("details" -> 'message') = 'string' AND pg_temp.text_of("details" ->> 'message') IS NOT NULL;
--> statement-breakpoint
UPDATE "conversation_events" SET "details" = jsonb_set("details", '{text}', pg_temp.text_of("details" ->> 'text')::jsonb)
WHERE "kind" = 'handed-over' AND jsonb_typeof("details" -> 'text') = 'string' AND pg_temp.text_of("details" ->> 'text') IS NOT NULL;
--> statement-breakpoint
DROP FUNCTION pg_temp.text_of(text);
