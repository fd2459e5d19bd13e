/**
 * `node bench/simulate-billion.ts [--largest 1000000]`: the resources for a billion certificates. Sizes are measured at
 * three numbers of certificates and extrapolated; the largest shows the error of extrapolating from the smaller ones.
 * Proofs are computed and verified at full size.
 */

import { parseArgs } from 'node:util';
import { count } from './results.ts';
import { seedCertificates } from './seed-certificates.ts';
import { measureRebuild, simulateLog } from './simulate-log.ts';
import { spreadAccounts } from './simulate-shards.ts';
import { openStage, type Stage } from './stage.ts';
import { type IndexShape, measureTables, type TableSize } from './table-sizes.ts';
import { uploadHead } from './upload.ts';
import { writeMultipartBody } from './upload-bodies.ts';

const BILLION = 1e9;
const SEED = 20_260_131;

type Measured = { certificates: number; tables: TableSize[]; indexes: IndexShape[] };

const { values } = parseArgs({ options: { largest: { type: 'string', default: '1000000' } } });
await main(Number(values.largest));

async function main(largest: number): Promise<void> {
  const stage = await openStage({
    isQuick: true,
    profileFolder: undefined,
    withDirectus: false,
    soakMinutes: 0,
  });
  try {
    const measured: Measured[] = [];
    for (const certificates of [largest / 100, largest / 10, largest]) {
      process.stderr.write(`${count(certificates)} certificates …\n`);
      measured.push(await measureAt(stage, certificates));
    }
    process.stdout.write(`${describeTables(measured)}\n\n${describeIndexes(measured)}\n\n`);
  } finally {
    await stage.close();
  }
  process.stdout.write(`${await describeLog()}\n\n${describeShards()}\n`);
}

async function measureAt(stage: Stage, certificates: number): Promise<Measured> {
  const { bodyFile, headers } = await writeMultipartBody(stage.folder, 10_000);
  return stage.withSello(async (sello) => {
    await seedCertificates(sello, certificates);
    // A real certificate, whose token all others get.
    const { port } = sello;
    const heads = [uploadHead(sello, headers)];
    await stage.load.run({ port, connections: 1, until: { requests: 1 }, heads, bodyFile });
    return { certificates, ...(await measureTables(sello)) };
  });
}

function describeTables(measured: readonly Measured[]): string {
  const largest = measured.at(-1);
  // Tables with fewer rows grow with time or with accounts, not with certificates.
  const grown = (largest?.tables ?? []).filter(({ rows }) => rows > (largest?.certificates ?? 0) / 100);
  const perCertificate = ({ certificates, tables }: Measured, name?: string) =>
    tables
      .filter(({ table }) => (name === undefined ? grown.some((one) => one.table === table) : table === name))
      .reduce((sum, { tableBytes, indexBytes }) => sum + tableBytes + indexBytes, 0) / certificates;
  const line = (label: string, name?: string) => {
    const bytes = measured.map((one) => perCertificate(one, name));
    const last = bytes.at(-1) ?? 0;
    const predicted = bytes.at(-2) ?? last;
    const share = (((predicted - last) / last) * 100).toFixed(1);
    return [label, ...bytes.map(count), `${share} %`, `${count((last * BILLION) / 1e9)} GB`];
  };
  return table(
    ['Bytes per certificate, indexes included', ...sizes(measured), 'last from the one before', 'a billion'],
    [...grown.map(({ table: name }) => line(name, name)), line('together')],
  );
}

function describeIndexes(measured: readonly Measured[]): string {
  const largest = measured.at(-1);
  const factor = BILLION / (largest?.certificates ?? BILLION);
  const shapes = (largest?.indexes ?? []).filter(({ leafPages }) => leafPages > 100);
  return table(
    ['Pages above the leaves of an index', ...sizes(measured), 'a billion in one table', 'in 64 parts'],
    shapes.map(({ index, leafPages, fanOut }) => [
      index,
      ...measured.map(({ indexes }) => `${indexes.find((shape) => shape.index === index)?.level ?? 0}`),
      String(levelsFor(leafPages * factor, fanOut)),
      String(levelsFor((leafPages * factor) / 64, fanOut)),
    ]),
  );
}

function levelsFor(leafPages: number, fanOut: number): number {
  return Math.ceil(Math.log(leafPages) / Math.log(fanOut));
}

async function describeLog(): Promise<string> {
  const rows: string[][] = [];
  for (const size of [1e6, BILLION - 1, BILLION, 1e12]) {
    const log = await simulateLog(size, 2_000, SEED);
    rows.push([
      count(size),
      count(log.longestProof),
      count(log.mostRows),
      count(log.mostTiles),
      count(log.tiles),
      `${count(log.tileBytes / 1e9)} GB`,
      count(log.nodeRows),
      count(log.proofsVerified),
    ]);
  }
  const perSecond = measureRebuild(1_000_000);
  return `${table(
    [
      'Leaves',
      'hashes in a proof',
      'rows read',
      'or tiles read',
      'tiles',
      'bytes in tiles',
      'rows of log_nodes',
      'proofs verified',
    ],
    rows,
  )}\n\nThe tree of a billion leaves from its leaves: ${count(perSecond)} leaves per core-second, ${count(BILLION / perSecond / 60)} core-minutes.`;
}

function describeShards(): string {
  const accounts = 200_000;
  const cases = [16, 64].flatMap((shards) => [0.8, 1, 1.2].map((exponent) => ({ shards, exponent })));
  return table(
    [
      `${count(accounts)} accounts, Zipf's exponent`,
      'shards',
      'largest account',
      'largest shard to the mean',
      'accounts above half a shard',
      'largest shard of the others to the mean',
    ],
    cases.map(({ shards, exponent }) => {
      const spreading = spreadAccounts(accounts, exponent, shards);
      return [
        String(exponent),
        String(shards),
        `${(spreading.largestAccountShare * 100).toFixed(1)} %`,
        spreading.largestShardToMean.toFixed(2),
        count(spreading.largeAccounts),
        spreading.largestShardOfOthersToMean.toFixed(2),
      ];
    }),
  );
}

function sizes(measured: readonly Measured[]): string[] {
  return measured.map(({ certificates }) => `at ${count(certificates)}`);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}
