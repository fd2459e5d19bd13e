/**
 * Gets the stamps for the orders of single calls, and finds orders that an earlier attempt left behind.
 *
 * Crash points. The order is stored before the provider is asked. A crash before that leaves nothing: the allowance
 * that the calls had set aside goes back, like that of any call. A crash before the stamp is stored loses that stamp.
 * When a call is repeated with its Idempotency-Key, it takes over the order, and the same root is stamped again under
 * the same id. Once the stamp is stored, every repeated call gets it. A call without a key cannot be recognised; if
 * repeated, it counts as a new call.
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
  /** Stores an order and has it stamped. */
  place(order: CallOrder): Promise<Stamped>;
  /** The part of a call in the order that its first attempt left behind. */
  findLeft(entrant: Entrant): Promise<StampPart | undefined>;
  /** Ends an order. It is deleted, or kept for a day if a repeated call may still need it. */
  end(orderId: CheckpointStampId, isNeeded: boolean): Promise<void>;
};

export function makeStampOrders(ports: CallOrderPorts): StampOrders {
  const { callOrders, untilDone } = ports;
  /**
   * Orders left behind that are being stamped again, and the last one with a stamp: after a crash, a whole window
   * repeats its calls.
   */
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
        // The order may be stored even without a confirmation. Its removal is not awaited, because the database is
        // away.
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
      // Another process is having the order stamped at this moment.
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
    // A provider that did not answer in time may have made the stamp. The order is then kept: repeated under the same
    // order id, it is charged once.
    await end(orderId, error instanceof AppError && error.code === 'psc_timeout');
    throw error;
  }
}
