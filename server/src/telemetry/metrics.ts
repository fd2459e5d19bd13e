/** Counts of this process and system-wide gauges, in Prometheus' format. */

import cluster from 'node:cluster';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isDatabaseAway } from '../database/outcome.ts';
import type { Replica } from '../database/replica/open-replica.ts';
import type { MailCounters } from '../people/mail/patient-mailer.ts';
import type { PscCounters } from '../timestamps/counters.ts';
import type { DeliveryCounters } from '../webhooks/delivery/counters.ts';
import { conditionGauges, type Watched } from './condition-gauges.ts';
import { joinGroup, readMembers } from './metrics-group.ts';
import type { Stock } from './pg-stock.ts';

export type Metrics = {
  /**
   * Counts a request. `route` is the pattern and never the address: addresses hold ids, so the number of series would
   * have no limit.
   */
  countRequest(method: string, route: string, status: number, seconds: number): void;
  psc: PscCounters;
  /** The results of this process's requests to each provider. */
  pscTally(): Promise<Map<string, { stamps: number; failures: number }>>;
  webhooks: DeliveryCounters;
  mails: MailCounters;
  /** From now on the metrics include what is wrong with this process. */
  watchConditions(watched: Watched): void;
  /** Whether the database has lost something that its log has signed. */
  watchPast(isLost: () => boolean): void;
  /** Reads all metrics, over all processes of a group. */
  read(): Promise<string>;
};

/** The buckets for durations, from a cached read to a slow provider. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What a process knows about itself. */
type Standing = { owner(): number; isHere(): boolean; held(): readonly string[] };

export function makeMetrics(
  readStock: () => Promise<Stock>,
  standing: Standing,
  replica: Replica | undefined,
): Metrics {
  const { registry, requests, seconds, asked, deliveries, mails } = makeCounters();
  let isPastLost = () => false;
  let watched: Watched | undefined;
  const standings = Registry.merge([
    watchStanding(standing, () => isPastLost()),
    conditionGauges(() => watched),
  ]);
  const own = Registry.merge([registry, standings, watchReplica(replica), processRegistry()]);
  const readShared = makeStockReader(readStock);
  // Only the parent adds the gauges that all processes share.
  const group = cluster.isWorker ? joinGroup(() => own.getMetricsAsJSON()) : undefined;
  return {
    countRequest(method, route, status, elapsed) {
      requests.inc({ method, route, status });
      seconds.observe({ method, route }, elapsed);
    },
    psc: { count: (provider, outcome) => asked.inc({ provider, outcome }) },
    pscTally: () => tallyOf(asked),
    webhooks: { count: (outcome) => deliveries.inc({ outcome }) },
    mails: { count: (outcome) => mails.inc({ outcome }) },
    watchConditions(given) {
      watched = given;
    },
    watchPast(isLost) {
      isPastLost = isLost;
    },
    async read() {
      if (group !== undefined) return (await group.readAll()) ?? own.metrics();
      const isParent = Object.keys(cluster.workers ?? {}).length > 0;
      // The parent answers no requests, but it holds the duties of the group.
      const counted = isParent ? await readMembers(await standings.getMetricsAsJSON()) : await own.metrics();
      return `${counted.trimEnd()}\n${await readShared().catch(noneIfAway)}`;
    },
  };
}

function makeCounters() {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'sello_http_requests_total',
    help: 'Requests answered, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'sello_http_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers,
  });
  const asked = new Counter({
    name: 'sello_psc_requests_total',
    help: 'Requests to time-stamping providers, by outcome.',
    labelNames: ['provider', 'outcome'],
    registers,
  });
  const deliveries = new Counter({
    name: 'sello_webhook_deliveries_total',
    help: 'Tries to deliver an event to a webhook, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const mails = new Counter({
    name: 'sello_mails_total',
    help: 'Tries to send a mail, by outcome; dropped: given up after an hour.',
    labelNames: ['outcome'],
    registers,
  });
  return { registry, requests, seconds, asked, deliveries, mails };
}

/**
 * Gives no gauges if the database is away. A process still reports what it knows of itself, because metrics are
 * needed most at such a time.
 */
function noneIfAway(error: unknown): string {
  if (isDatabaseAway(error)) return '';
  throw error;
}

/**
 * Gauges about this process, read when the metrics are scraped. Added up over all processes, every duty should give
 * one.
 */
function watchStanding(standing: Standing, isPastLost: () => boolean): Registry {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'sello_process',
    help: 'Processes, by the number under which the others know them.',
    labelNames: ['number'],
    registers,
    collect() {
      this.set({ number: String(standing.owner()) }, 1);
    },
  });
  new Gauge({
    name: 'sello_presence_lost',
    help: 'Processes that the others do not see.',
    registers,
    collect() {
      this.set(standing.isHere() ? 0 : 1);
    },
  });
  new Gauge({
    name: 'sello_past_lost',
    help: 'Processes whose database has lost what its log has signed.',
    registers,
    collect() {
      this.set(isPastLost() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'sello_duties',
    help: 'Duties that a process has.',
    labelNames: ['duty'],
    registers,
    collect() {
      this.reset();
      for (const duty of standing.held()) this.set({ duty }, 1);
    },
  });
  return registry;
}

/** Gauges about the replica; none if no replica is named. */
function watchReplica(replica: Replica | undefined): Registry {
  const registry = new Registry();
  if (replica === undefined) return registry;
  const registers = [registry];
  new Gauge({
    name: 'sello_replica_in_use',
    help: 'Processes that read from the replica; 0: the database itself answers.',
    registers,
    collect() {
      this.set(replica.standing().state === 'in use' ? 1 : 0);
    },
  });
  new Counter({
    name: 'sello_replica_reads_total',
    help: 'Reads that the replica could answer, by who answered.',
    labelNames: ['from'],
    registers,
    collect() {
      this.reset();
      for (const [from, count] of Object.entries(replica.standing().answered)) this.inc({ from }, count);
    },
  });
  return registry;
}

let ofProcess: Registry | undefined;

/**
 * Gauges of memory, event loop and descriptors. They are collected once per process, even if several servers share
 * it.
 */
function processRegistry(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** Makes a reader of the system-wide counts. It queries the database only when the metrics are scraped. */
function makeStockReader(readStock: () => Promise<Stock>): () => Promise<string> {
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const logSize = gauge('sello_log_size', 'Leaves in the log.');
  const waiting = gauge('sello_log_waiting', 'Certificates waiting for a place in the log.');
  const certified = gauge('sello_log_certified_size', 'Leaves in final blocks of the witness.', ['mode']);
  const anchors = gauge('sello_anchors', 'Transactions, by network and state.', ['network', 'state']);
  const head = gauge('sello_chain_head', 'Newest block seen.', ['network']);
  const seen = gauge('sello_chain_seen_timestamp_seconds', 'When the newest block was seen.', ['network']);
  const problems = gauge('sello_chain_problems', 'Current problems of a chain.', ['network', 'code']);
  const witnessed = gauge('sello_witness_size', 'Leaves of the largest cosigned checkpoint.', ['witness']);
  const cosigned = gauge('sello_witness_cosigned_timestamp_seconds', 'When it was cosigned.', ['witness']);
  const witnessProblems = gauge('sello_witness_problems', 'Current problems of a witness.', [
    'witness',
    'code',
  ]);
  const stamped = gauge('sello_checkpoint_stamp_size', 'Leaves of the largest stamped checkpoint.');
  const stampedAt = gauge('sello_checkpoint_stamp_timestamp_seconds', 'When its period began; 0: never.');
  const stampFailures = gauge('sello_checkpoint_stamp_failures', 'Failed tries of the stamp that waits.', [
    'code',
  ]);
  const endpoints = gauge('sello_webhooks', 'Webhook endpoints, by status.', ['status']);
  const due = gauge('sello_webhooks_due', 'Webhook endpoints that wait for their turn.');
  const retries = gauge('sello_webhook_retries_waiting', 'Deliveries that wait for another try.');
  const accounts = gauge('sello_accounts', 'Accounts.');
  const reserved = gauge('sello_allowance_reserved', 'Allowance set aside by requests in progress.');
  return async () => {
    const stock = await readStock();
    // Labels that are gone from the database must not keep their old values.
    registry.resetMetrics();
    logSize.set(stock.logSize);
    waiting.set(stock.waitingLeaves);
    for (const { mode, size } of stock.certified) certified.set({ mode }, size);
    for (const { network, state, total } of stock.anchors) anchors.set({ network, state }, total);
    for (const { network, head: number, seenAt } of stock.chains) {
      head.set({ network }, number);
      seen.set({ network }, seenAt.getTime() / 1000);
    }
    for (const { network, code } of stock.problems) problems.set({ network, code }, 1);
    for (const { witness, size, cosignedAt, code } of stock.witnesses) {
      witnessed.set({ witness }, size);
      if (cosignedAt !== undefined) cosigned.set({ witness }, cosignedAt.getTime() / 1000);
      if (code !== undefined) witnessProblems.set({ witness, code }, 1);
    }
    stamped.set(stock.stamps.size);
    stampedAt.set((stock.stamps.stampedAt?.getTime() ?? 0) / 1000);
    stampFailures.set({ code: stock.stamps.code ?? 'none' }, stock.stamps.failures);
    for (const { status, total } of stock.webhooks) endpoints.set({ status }, total);
    due.set(stock.webhooksDue);
    retries.set(stock.deliveriesWaiting);
    accounts.set(stock.accounts);
    reserved.set(stock.reserved);
    return registry.metrics();
  };
}

async function tallyOf(asked: Counter): ReturnType<Metrics['pscTally']> {
  const tally = new Map<string, { stamps: number; failures: number }>();
  for (const { labels, value } of (await asked.get()).values) {
    const provider = String(labels.provider);
    const { stamps, failures } = tally.get(provider) ?? { stamps: 0, failures: 0 };
    if (labels.outcome === 'stamped') tally.set(provider, { stamps: stamps + value, failures });
    else if (labels.outcome !== 'not_asked') tally.set(provider, { stamps, failures: failures + value });
  }
  return tally;
}
