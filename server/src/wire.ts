/** Builds a running Sello from its configuration: every port, with embedded parts where no others are configured. */

import { mkdir } from 'node:fs/promises';
import { openCalendars } from './anchoring/calendars/open-calendars.ts';
import { makeCalendarStampStore } from './anchoring/calendars/pg-calendar-stamps.ts';
import type { CalendarStampStore, Calendars } from './anchoring/calendars/ports.ts';
import { BITCOIN_NETWORK } from './anchoring/calendars/stamp-checkpoints.ts';
import { configuredNetwork, EMBEDDED_NETWORK } from './anchoring/networks.ts';
import { makeAnchorStore } from './anchoring/pg-anchors.ts';
import type { AnchorStore } from './anchoring/ports.ts';
import { makePublicReads, type PublicReads } from './api/public-reads.ts';
import { type CertificatePorts, openCertificates, openWindows } from './certificates/open-certificates.ts';
import { hostsOf } from './database/connections/hosts.ts';
import type { Patience } from './database/connections/patience.ts';
import type { Duties } from './database/duties.ts';
import { openDatabase } from './database/open-database.ts';
import { makeOperatorNotes, type OperatorNotes } from './database/pg-operator-notes.ts';
import { openServerKeys } from './database/pg-server-keys.ts';
import type { Database } from './database/pool.ts';
import { announcePresence } from './database/presence.ts';
import type { Replica } from './database/replica/open-replica.ts';
import { openBlobs } from './files/open-blobs.ts';
import type { BlobInventory, BlobStore } from './files/ports.ts';
import { openWebAssets, type WebAssets } from './http/pages/web-assets.ts';
import type { Clock } from './kernel/clock.ts';
import { closeAll, type OnClose } from './kernel/closing.ts';
import { nodeCryptoEngine } from './kernel/crypto-node.ts';
import type { KeptObjects } from './kernel/disk/kept-objects.ts';
import { makeNewId, makeRequestIds } from './kernel/ids.ts';
import type { Logger } from './kernel/logger.ts';
import { makeUntilDone, type UntilDone } from './kernel/pacing/until-done.ts';
import type { RandomBytes } from './kernel/random-pool.ts';
import type { ServerKeys } from './kernel/server-keys.ts';
import type { Surroundings } from './kernel/surroundings.ts';
import { makeOwnAccounts } from './keys/own-account/pg-own-account.ts';
import type { OwnAccounts } from './keys/own-account/ports.ts';
import { makeKeyStore } from './keys/pg-keys.ts';
import type { Access, KeyStore } from './keys/ports.ts';
import { makeAccess } from './keys/rate-and-quota/pg-access.ts';
import type { AnsweredRequests } from './keys/requests/answered-request.ts';
import { openAnsweredRequests } from './keys/requests/open-answered-requests.ts';
import { openUsage } from './keys/usage/open-usage.ts';
import type { UsageStore } from './keys/usage/usage.ts';
import { openDocumentWriter } from './memberships/documents/open-writer.ts';
import { makeIssuedDocuments } from './memberships/documents/pg-issued-documents.ts';
import type { DocumentPorts } from './memberships/documents/ports.ts';
import { openRecordCanonizer } from './memberships/learner-records/open-canonizer.ts';
import { type Mails, openMails } from './memberships/mails.ts';
import { openDocuments } from './memberships/open-documents.ts';
import { makeAccountStore } from './people/accounts/pg-accounts.ts';
import type { AccountStore } from './people/accounts/ports.ts';
import { openPeople, type PeoplePorts } from './people/open-people.ts';
import { makePasswordHasher } from './people/passwords/argon2.ts';
import { openProofs } from './proofs/open-proofs.ts';
import { openProofThreads, type ProofThreads } from './proofs/open-threads.ts';
import { makePublicStore } from './proofs/public-page/pg-public.ts';
import type { IssuedDocuments, PageControls, PublicStore } from './proofs/public-page/ports.ts';
import type { Config } from './settings.ts';
import { type Metrics, makeMetrics } from './telemetry/metrics.ts';
import { openTracing } from './telemetry/open-tracing.ts';
import { readStock } from './telemetry/pg-stock.ts';
import { tracePorts } from './telemetry/trace-ports.ts';
import type { Traces } from './telemetry/traces.ts';
import type { EmbeddedAuthority } from './timestamps/authority/authority.ts';
import { openLasting } from './timestamps/open-lasting.ts';
import { type OpenedTimestamps, openTimestamps } from './timestamps/open-timestamps.ts';
import { makeMerkleLogStore } from './transparency/pg-log.ts';
import type { MerkleLogStore } from './transparency/ports.ts';
import { type LogIdentity, openLog } from './transparency/sequence-log.ts';
import { openWitnessing, type Witnessing } from './transparency/witnesses/open-witnessing.ts';
import {
  type ConditionPorts,
  type Conditions,
  watchConditions,
} from './upkeep/conditions/watch-conditions.ts';
import { guardedBy, openPast, type Past } from './upkeep/journal/open-past.ts';
import { keepHouse } from './upkeep/keep-house.ts';
import { openWebhookSender } from './webhooks/delivery/open-sender.ts';
import type { Sender } from './webhooks/delivery/sender.ts';

export type Sello = {
  ports: Ports;
  authority: EmbeddedAuthority;
  /** The log's origin and signing key. */
  identity: LogIdentity;
  metrics: Metrics;
  /** Undefined if no collector is configured. */
  traces: Traces | undefined;
  /** Scripts and styles of the pages. */
  assets: WebAssets;
  close(): Promise<void>;
};

/** Every port. Only this file knows them all: other code names just those it uses. */
export type Ports = CertificatePorts &
  Omit<OpenedTimestamps, 'authority'> &
  PeoplePorts &
  DocumentPorts &
  Mails &
  Witnessing &
  Past &
  ProofThreads &
  ReturnType<typeof makeTools> &
  ReturnType<typeof openProofs> &
  ReturnType<typeof openLasting> & {
    now: Clock;
    randomBytes: RandomBytes;
    /** What is wrong with this process, and with what it needs. */
    conditions: Conditions;
    logger: Logger;
    access: Access;
    accounts: AccountStore;
    keys: KeyStore;
    ownAccounts: OwnAccounts;
    usage: UsageStore;
    answeredRequests: AnsweredRequests;
    published: PublicStore & PageControls;
    blobs: BlobStore;
    /** The objects of the blob store, encrypted or not. */
    inventory: BlobInventory & Pick<BlobStore, 'sizeOf'>;
    /** What the log keeps beside the files. */
    kept: KeptObjects;
    merkleLog: MerkleLogStore;
    anchors: AnchorStore;
    issuedDocuments: IssuedDocuments;
    /** OpenTimestamps calendars, which stamp the log in Bitcoin as well, and their stamps. */
    calendars: Calendars;
    calendarStamps: CalendarStampStore;
    duties: Duties;
    /** Whether the other processes see this one, as far as it knows. */
    isPresent: () => boolean;
    /** The number by which other processes see that this one is alive. */
    process: () => number;
    serverKeys: ServerKeys;
    operatorNotes: OperatorNotes;
    /** Where programs, members, courses, awards and renewals are kept. */
    records: Database;
    /** Sends webhooks to the endpoints of customers. */
    sender: Sender;
    /** The number under which this process owns what it has claimed. */
    owner: () => number;
    /** Both undefined if no replica is named. */
    replica: Replica | undefined;
    publicReads: PublicReads | undefined;
  };

/** `beside`: joins another process that already serves from the same data folder. */
export type Place = 'alone' | 'beside';

/** By default, `patience` is as short as that of callers, who must soon learn that the database is gone. */
type Start = Surroundings & { patience?: Patience };

/** Closes everything opened so far if a later step fails. */
export async function openSello(config: Config, surroundings: Start, place: Place = 'alone'): Promise<Sello> {
  const onClose: OnClose = [];
  const close = () => closeAll(onClose);
  try {
    return { ...(await openParts(config, surroundings, place, onClose)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openParts(
  config: Config,
  { patience, ...surroundings }: Start,
  place: Place,
  onClose: OnClose,
): Promise<Omit<Sello, 'close'>> {
  const { logger } = surroundings;
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const { database, address, replica } = await openDatabase(config, logger, onClose, patience);
  const isOnlyOne = config.databaseUrl === undefined && place === 'alone';
  const presence = await announcePresence(address, database, surroundings.randomBytes, logger, isOnlyOne);
  onClose.push(() => presence.close());
  const metrics = makeMetrics(() => readStock(database), presence, replica);
  const { serverKeys, keyWrapping } = await openServerKeys(database, config, surroundings);
  const { authority, ...services } = await openServices(config, database, surroundings, metrics, onClose);
  const tools = makeTools(surroundings, config);
  const stores = makeStores(config, database, presence.owner, tools.untilDone);
  const keeping = { ...surroundings, ...stores, ...services, database, keyWrapping };
  const past = await openPast(keeping, config, onClose);
  metrics.watchPast(() => past.pastGuard.lost() !== undefined);
  const guarded = { ...surroundings, ...tools, ...guardedBy(past.pastGuard, { ...services, ...stores }) };
  const base = {
    ...guarded,
    ...openWindows(guarded, config),
    ...past,
    access: makeAccess(database, hostsOf(address).promotions),
    ...openPeople(config, database, surroundings, metrics.mails, onClose),
    ...openProofThreads(onClose),
    documentWriter: openDocumentWriter(onClose),
    recordCanonizer: openRecordCanonizer(onClose),
    usage: openUsage(database, surroundings, onClose),
    answeredRequests: openAnsweredRequests(database, surroundings, onClose),
    serverKeys,
    records: database,
    sender: openWebhookSender(config, onClose),
    owner: presence.owner,
    duties: presence,
    isPresent: presence.isHere,
    process: presence.owner,
    issuedDocuments: makeIssuedDocuments(database, surroundings.now),
    replica,
    publicReads: replica && makePublicReads(replica.database, services.kept, config, surroundings.now),
  };
  const mails = openMails({ ...base, mail: base.directMail }, config);
  const conditions = openConditions({ ...base, filesReady: services.ready }, config, metrics);
  const ports: Ports = { ...base, ...openDocuments(base, config), ...mails, conditions };
  await keepHouse({ ...ports, database }, config, onClose);
  const origin = config.logOrigin || `${new URL(config.baseUrl).host}/log`;
  const identity = await openLog({ ...ports, keyWrapping }, origin, { signsMlDsa: config.logMlDsa === 'on' });
  await storeSettings(ports, config);
  const traces = await openTracing(config, onClose);
  return {
    ports: traces === undefined ? ports : tracePorts(ports, traces),
    authority,
    metrics,
    traces,
    identity,
    assets: await openWebAssets(),
  };
}

function openConditions(
  ports: Omit<ConditionPorts, 'database' | 'isMailFailing' | 'cleanups' | 'dataDir'> &
    Pick<Ports, 'records' | 'mailStanding'> & { untilDone: { waiting(): number } },
  { dataDir }: Config,
  metrics: Metrics,
): Conditions {
  const cleanups = ports.untilDone.waiting;
  const isMailFailing = () => ports.mailStanding?.isFailing() === true;
  const conditions = watchConditions({ ...ports, database: ports.records, isMailFailing, cleanups, dataDir });
  metrics.watchConditions({ ...ports, conditions, cleanups });
  return conditions;
}

/** The services this process uses besides its database. */
async function openServices(
  config: Config,
  database: Database,
  surroundings: Surroundings,
  metrics: Metrics,
  onClose: OnClose,
) {
  const files = await openBlobs(config, database, surroundings, onClose);
  const stamping = await openTimestamps(config, surroundings, metrics.psc, onClose);
  const calendars = openCalendars(config);
  onClose.push(() => calendars.close());
  return {
    ...stamping,
    ...files,
    merkleLog: makeMerkleLogStore(database, files.kept),
    calendars,
    ...(await openWitnessing(config, database, onClose)),
  };
}

/** Ports without any state outside this process. */
function makeTools({ now, randomBytes, logger }: Surroundings, { maxPostedBytes }: Config) {
  return {
    maxPostedBytes,
    newId: makeNewId(now, randomBytes),
    /** Identifies one request in its answer and in the log. */
    requestId: makeRequestIds(randomBytes),
    crypto: nodeCryptoEngine,
    passwords: makePasswordHasher(randomBytes),
    untilDone: makeUntilDone(logger),
  };
}

function makeStores(config: Config, database: Database, owner: () => number, untilDone: UntilDone) {
  return {
    accounts: makeAccountStore(database),
    keys: makeKeyStore(database),
    ownAccounts: makeOwnAccounts(database),
    published: makePublicStore(database),
    ...openCertificates(database, owner, untilDone, config),
    anchors: makeAnchorStore(database),
    operatorNotes: makeOperatorNotes(database),
    calendarStamps: makeCalendarStampStore(database),
    ...openLasting(database, config),
    ...openProofs(database, config),
  };
}

/** Stores which chains make certificates `certified`, and the operator's statements about providers. */
async function storeSettings({ anchors, calendars, issuerStatements, now }: Ports, config: Config) {
  for (const { name, statement } of config.psc) await issuerStatements.keep(name, statement, now());
  await anchors.setWitnesses(configuredNetwork(config), EMBEDDED_NETWORK, now());
  // Stamping is off: clear its old problems.
  if (calendars.all.length === 0) await anchors.clearProblems(BITCOIN_NETWORK, now());
}
