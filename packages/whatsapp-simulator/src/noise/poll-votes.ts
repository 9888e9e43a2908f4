import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { aesEncryptGCM, decryptPollVote, hmacSign, proto } from 'baileys';

/** A poll's creator and a voter, by address without a device; the vote's key is derived from them. */
export interface Ballot {
  pollId: string;
  /** The poll's secret, which was part of it. */
  secret: Uint8Array;
  creator: string;
  voter: string;
}

const GCM_IV_BYTES = 12;

/** The secret of a poll made by a phone: the same each time the message is built. */
export const pollSecretOf = (pollId: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pollId, '', 'simulated poll secret', 32));

/** A vote in transit: the encrypted hashes of the options. */
export function sealVote({ pollId, secret, creator, voter }: Ballot, options: string[]): proto.Message.IPollEncValue {
  const vote = proto.Message.PollVoteMessage.encode({ selectedOptions: options.map(hashOf) }).finish();
  const use = Buffer.concat([Buffer.from(`${pollId}${creator}${voter}Poll Vote`), Buffer.from([1])]);
  const key = hmacSign(use, hmacSign(secret, new Uint8Array(32), 'sha256'), 'sha256');
  const encIv = randomBytes(GCM_IV_BYTES);
  return { encIv, encPayload: aesEncryptGCM(vote, key, encIv, Buffer.from(`${pollId}\u0000${voter}`)) };
}

/** Decrypts which of the poll's options were chosen. @throws Error if the vote was encrypted with another secret */
export function openVote(ballot: Ballot, vote: proto.Message.IPollEncValue, options: string[]): string[] {
  const { selectedOptions } = decryptPollVote(vote, {
    pollMsgId: ballot.pollId,
    pollEncKey: ballot.secret,
    pollCreatorJid: ballot.creator,
    voterJid: ballot.voter,
  });
  const chosen = new Set((selectedOptions ?? []).map((hash) => Buffer.from(hash).toString('hex')));
  return options.filter((option) => chosen.has(hashOf(option).toString('hex')));
}

const hashOf = (option: string): Buffer => createHash('sha256').update(option).digest();
