/**
 * Compares the transactions that the paying account has sent with those in the database. Every anchor is recorded
 * before it is sent. So an unknown transaction is either newer than the database or somebody else's. Its content
 * shows which, if the node returns it.
 */

import { equalBytes } from '@sello/proof';
import type { Check } from '../../database/check/check.ts';
import type { Finding } from '../../database/check/finding.ts';
import type { Database } from '../../database/pool.ts';
import type { KeptObjects } from '../../kernel/disk/kept-objects.ts';
import { REMEDY } from '../../transparency/check/check-rollback.ts';
import { readKept } from '../../transparency/rollback/kept-checkpoint.ts';
import { makeAccountReads } from '../account/pg-account.ts';
import type { AccountReads } from '../account/ports.ts';
import { findUnsigned, rootOf, type UnsignedAnchor } from '../account/unsigned-anchors.ts';
import type { ChainDriver, SentTransaction } from '../chain-driver.ts';
import { ChainFailure } from '../chain-failure.ts';

/** The configured chain, whose account pays for anchors. `isShared` is true if others send from that account too. */
export type PayingAccount = {
  driver: Pick<ChainDriver, 'network' | 'address' | 'nextNonce' | 'look' | 'sent'>;
  isShared: boolean;
};

type Needs = {
  kept: Pick<KeptObjects, 'read'>;
  /**
   * Undefined if only the embedded chain is used. That chain is checked by reading its blocks from its folder, which
   * belongs to the worker.
   */
  payingAccount: PayingAccount | undefined;
  /** The current database, not a snapshot, because servers may anchor during the check. */
  database: Database;
};

export const checkPayingAccount: Check<Needs> = {
  name: 'anchoring: what the account has sent',
  async *find({ payingAccount, database, kept }) {
    if (payingAccount !== undefined)
      yield* checkAccount({ ...makeAccountReads(database), kept }, payingAccount);
  },
};

type Reads = AccountReads & Pick<Needs, 'kept'>;

/** The most transactions to look up. Each takes some twenty requests to the node. */
const MOST = 50;

async function* checkAccount(reads: Reads, chain: PayingAccount): AsyncGenerator<Finding> {
  const { network, address } = chain.driver;
  const where = `account ${address} on ${network}`;
  const note = (code: string, message: string): Finding => ({ level: 'note', code, where, message });
  /** If others send from the account too, unknown transactions mean nothing, so they are only noted. */
  const suspicion = (code: string, message: string): Finding =>
    chain.isShared ? note(code, message) : { level: 'problem', code, where, message: `${message} ${REMEDY}` };
  try {
    const sent = await lookUp(reads, chain);
    if (sent.unknown === 0) return;
    const told = `It has sent ${transactions(sent.unknown)} that this database does not know.`;
    const [since, before] = split(sent.unsigned, ({ isBeforeRestore }) => !isBeforeRestore);
    const [hidden, hiddenBefore] = split(sent.notFound, ({ isBeforeRestore }) => !isBeforeRestore);
    const [newest] = since;
    if (newest !== undefined)
      yield suspicion(
        'past_lost',
        `${told} ${anchorsOf(since.length, newest, await leavesUnder(reads, newest))}`,
      );
    if (hidden[0] !== undefined)
      yield suspicion('past_unknown', `${told} ${hiddenOnes(hidden.length, hidden[0].notFound)}`);
    const early = before.length + hiddenBefore.length;
    if (early > 0)
      yield note(
        'past_before_restore',
        `${told} Sent before the operator put this state in its place: ${early}.`,
      );
    if (sent.others > 0)
      yield note('account_shared', `${told} Of another use of the account, without a root: ${sent.others}.`);
  } catch (error) {
    if (!(error instanceof ChainFailure)) throw error;
    yield note('chain_silent', `What it has sent cannot be compared: ${error.message}.`);
  }
}

type NotFound = { notFound: string; isBeforeRestore: boolean };

type LookedUp = {
  unknown: number;
  /**
   * What was found among the newest transactions: anchors of roots that were never signed, transactions that the node
   * does not show, and those without a root.
   */
  unsigned: UnsignedAnchor[];
  notFound: NotFound[];
  others: number;
};

/**
 * The chain is read before the database. Servers that anchor in between record a transaction before they send it, so
 * the database knows all that the chain shows.
 */
async function lookUp(reads: Reads, { driver }: PayingAccount): Promise<LookedUp> {
  const end = await driver.nextNonce();
  const { total, newest } = await reads.unknownNonces(driver, end, MOST);
  // These are recorded transactions that are in a block by now, but whose block is not recorded yet.
  const known = new Set<number>();
  for (const { nonce, attempts } of newest)
    if (attempts.length > 0 && (await driver.look(attempts)).state === 'mined') known.add(nonce);
  const wanted = newest.filter(({ nonce }) => !known.has(nonce));
  const answers = wanted.length === 0 ? [] : await driver.sent(wanted);
  const found = answers.filter((one): one is SentTransaction => !('notFound' in one));
  const isBefore = new Map(wanted.map(({ nonce, isBeforeRestore }) => [nonce, isBeforeRestore]));
  const unsigned = await findUnsigned(reads, found);
  return {
    unknown: total - known.size,
    unsigned,
    notFound: answers.flatMap((one) =>
      'notFound' in one
        ? [{ notFound: one.notFound, isBeforeRestore: isBefore.get(one.nonce) ?? false }]
        : [],
    ),
    others: found.filter(({ raw }) => raw === undefined || rootOf(raw) === undefined).length,
  };
}

function anchorsOf(count: number, { blockNumber, blockTime }: UnsignedAnchor, leaves: string): string {
  const which =
    count === 1
      ? 'One of them anchors a checkpoint that it has not signed,'
      : `${count} of them anchor checkpoints that it has not signed, the newest`;
  return `${which} in block ${blockNumber} on ${blockTime.toISOString()}${leaves}: this database is older than that, or another service anchors with the same key (then set SELLO_CHAIN_ACCOUNT=shared).`;
}

/**
 * How many leaves the anchored root covers, if that can be told. A transaction carries the root without the size, but
 * the checkpoint beside the files may be the one with this root.
 */
async function leavesUnder({ kept }: Reads, { root }: UnsignedAnchor): Promise<string> {
  const checkpoint = await readKept(kept).catch(() => undefined);
  if (checkpoint === undefined || checkpoint === 'unreadable' || !equalBytes(checkpoint.root, root))
    return '';
  return `, over ${checkpoint.size} leaves`;
}

function hiddenOnes(count: number, because: string): string {
  return `What ${count === 1 ? 'one of them carries' : `${count} of them carry`} the node does not show (${because}): they are anchors of a later time than this database, or the account is used for something else. Ask a node that keeps old states, or look for the account in a block explorer. Where others send from it, set SELLO_CHAIN_ACCOUNT=shared.`;
}

function transactions(count: number): string {
  return count === 1 ? 'one transaction' : `${count} transactions`;
}

function split<T>(all: readonly T[], belongs: (one: T) => boolean): [T[], T[]] {
  return [all.filter(belongs), all.filter((one) => !belongs(one))];
}
