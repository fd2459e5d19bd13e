/** Finds out whether an endpoint in an outage accepts events again, by sending the oldest event that failed. */

import type { RecordSite } from '../../certificates/certificate-record.ts';
import type { Delivery } from './delivery.ts';
import { failedInOutage, isRefusal, mayBeTheEvent, nextOtherAt, startOfOutage } from './outage.ts';
import { noteTry, type SentAgain, type ServePorts, sendOnceMore, type Turn, waitingOf } from './turn.ts';

/**
 * `back`: the outage is over. `pass`: the failed events may be the reason themselves, so a new event should be tried.
 * `stop`: the endpoint's turn ends.
 */
type Probed = 'back' | 'pass' | 'stop';

/** How many other failed events are tried in one turn if the oldest event may itself be the reason for the failures. */
const MOST_OTHERS = 4;

export async function probeEndpoint(ports: ServePorts, site: RecordSite, turn: Turn): Promise<Probed> {
  const { streak, pausedUntil, failingSince } = turn.claim.health;
  if ((pausedUntil ?? new Date(0)) > ports.now()) return 'stop';
  const { all } = await waitingOf(ports, turn);
  const [head, ...others] = failedInOutage(all, streak);
  if (head === undefined) return 'pass';
  const since = startOfOutage(head, failingSince);
  const first = await probeWith(ports, site, turn, head, since);
  if (first !== 'doubt') return first;
  const wereTried = others.filter(({ attemptedAt }) => attemptedAt >= since);
  if (nextOtherAt(wereTried) > ports.now()) return 'stop';
  const untried = others.filter((one) => !wereTried.includes(one) && !isRefusal(one.answerStatus));
  for (const other of untried.slice(0, MOST_OTHERS)) {
    const next = await probeWith(ports, site, turn, other, since);
    if (next !== 'doubt') return next;
  }
  return 'pass';
}

async function probeWith(
  ports: ServePorts,
  site: RecordSite,
  turn: Turn,
  delivery: Delivery,
  since: Date,
): Promise<'back' | 'doubt' | 'stop'> {
  const sent: SentAgain = await sendOnceMore(ports, site, turn, delivery);
  const { streak } = turn.claim.health;
  const outage = { failed: sent.isGone ? streak - 1 : streak, since };
  if ((await noteTry(ports, turn, sent.after, sent.outcome, outage)) === 'stop') return 'stop';
  if (sent.outcome.isTaken) return 'back';
  return mayBeTheEvent(sent.after, sent.outcome) && !ports.isStopping() ? 'doubt' : 'stop';
}
