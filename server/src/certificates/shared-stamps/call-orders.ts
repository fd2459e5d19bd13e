/**
 * Has the orders of single calls stamped, and finds those that an earlier attempt left.
 *
 * Crash points. The order is stored before the provider is asked. A crash before that leaves nothing: the allowance
 * that the calls had set aside goes back, like that of any call. A crash before the stamp is stored loses that stamp: a
 * call that is repeated with its Idempotency-Key takes the order over, and it is stamped again over the same root and under
 * the same id. After that, each call that is repeated gets the stamp that is there. A call without a key cannot be
 * recognised; repeated, it is a new one.
 */

import type { CryptoEngine, HashTree } from '@sello/proof';
import { asNotBegun } from '../../database/outcome.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { CheckpointStampId } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { UntilDone } from '../../kernel/pacing/until-done.ts';
import type { Stamp, Timestamps } from '../../timestamps/ports.ts';
import { assertMayGo } from '../start-refusals.ts';
import type { CallOrder, CallOrderStore, Entrant, SharedOrder, StampPart } from './ports.ts';
import { stampTree } from './stamp-tree.ts';
import { treeOver, wayFrom } from './way.ts';

export type CallOrderPorts = {
  callOrders: CallOrderStore;
  timestamps: Timestamps;
  crypto: CryptoEngine;
  now: Clock;
  untilDone: UntilDone;
  logger: Logger;
};

type Stamped = { stamp: Stamp; tree: HashTree };

export type StampOrders = {
  /** Keeps an order and has it stamped. */
  place(order: CallOrder): Promise<Stamped>;
  /** The part of a call whose first attempt left an order behind. */
  findLeft(entrant: Entrant): Promise<StampPart | undefined>;
  /** Ends an order whose stamp is there. It stays for a day if a repeated call may still need it. */
  end(orderId: CheckpointStampId, isNeeded: boolean): Promise<void>;
};

export function makeStampOrders(ports: CallOrderPorts): StampOrders {
  const { callOrders, untilDone } = ports;
  /** Orders that were left and are being stamped again, and the last one: a whole window comes back after a crash. */
  const again = new Map<CheckpointStampId, Promise<Stamped>>();
  let last: { orderId: CheckpointStampId; stamped: Promise<Stamped> } | undefined;

  const end: StampOrders['end'] = (orderId, isNeeded) =>
    untilDone('end a shared stamp', () => (isNeeded ? callOrders.letGo : callOrders.forget)(orderId));

  async function stampLeft(owner: Owner, order: SharedOrder): Promise<Stamped> {
    const tree = await treeOver(ports.crypto, order.leaves);
    return { tree, stamp: order.stamp ?? (await stamp(ports, end, { ...owner, ...order }, tree)) };
  }

  function stampLeftOnce(owner: Owner, order: SharedOrder): Promise<Stamped> {
    const { orderId } = order;
    const stamped = stampLeft(owner, order).finally(() => again.delete(orderId));
    again.set(orderId, stamped);
    if (order.stamp !== undefined) last = { orderId, stamped };
    return stamped;
  }

  return {
    async place(order) {
      const tree = await treeOver(ports.crypto, order.leaves);
      try {
        await callOrders.keep(order, ports.now());
      } catch (error) {
        // It may be stored although nobody confirmed it. This is not awaited, because the database is away.
        void end(order.orderId, false);
        throw asNotBegun(error);
      }
      return { tree, stamp: await stamp(ports, end, order, tree) };
    },

    async findLeft({ accountId, livemode, claim }) {
      if (claim === undefined) return undefined;
      const owner = { accountId, livemode };
      const found = await callOrders.find(owner, claim, ports.now());
      if (found === undefined) return undefined;
      const { orderId, place, isTaken } = found;
      const known = again.get(orderId) ?? (last?.orderId === orderId ? last.stamped : undefined);
      // Another process has it stamped at this moment.
      if (known === undefined && found.stamp === undefined && !isTaken)
        assertMayGo({ outcome: 'in_progress' });
      const { stamp, tree } = await (known ?? stampLeftOnce(owner, found));
      return { stamp, by: tree.size, way: wayFrom(tree, place), end: () => {} };
    },

    end,
  };
}

async function stamp(
  { timestamps, callOrders, untilDone, logger }: CallOrderPorts,
  end: StampOrders['end'],
  order: SharedOrder & Owner,
  tree: HashTree,
): Promise<Stamp> {
  const { orderId } = order;
  try {
    const made = await stampTree(timestamps, order, orderId, tree);
    await untilDone('keep a shared stamp', () => callOrders.keepStamp(orderId, made));
    logger.info('shared_stamp.made', { order: orderId, files: tree.size, provider: made.facts.psc });
    return made;
  } catch (error) {
    // A provider that did not answer in time may have made the stamp. The same order id charges it once.
    await end(orderId, error instanceof AppError && error.code === 'psc_timeout');
    throw error;
  }
}
