/**
 * `npm run bench [-- name… --quick --profile]`: measures every promise about speed, as ratios side by side. `--profile` also
 * prints what each part of the server took; measuring that slows it, so such a run's own ratios say little.
 */

import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureAnchoring } from './anchor.ts';
import { measureBatches } from './batches.ts';
import { measureCertify } from './certify.ts';
import { measureDiy } from './diy.ts';
import { measureKnees } from './knee.ts';
import { measureTails } from './knee-p99.ts';
import { measureListCost } from './list-cost.ts';
import { measureList } from './list-page.ts';
import { measureLog } from './log.ts';
import { measureMemberships } from './memberships.ts';
import { measurePages } from './pages.ts';
import { measurePeers } from './peers.ts';
import { describeProfiles } from './profile.ts';
import { type Row, toMarkdown, toReport } from './results.ts';
import { measureSoak } from './soak.ts';
import { openStage, type Stage, type StageOptions } from './stage.ts';
import { measureTokens } from './token-verify.ts';
import { measureAuthority } from './tsa.ts';
import { measureUpload } from './upload.ts';
import { measureVerify } from './verify-hash.ts';
import { measureWebhooks } from './webhooks.ts';

const SUBJECTS: Record<string, (stage: Stage) => Promise<Row[]>> = {
  tokens: measureTokens,
  tsa: measureAuthority,
  upload: measureUpload,
  certify: measureCertify,
  diy: measureDiy,
  batches: measureBatches,
  verify: measureVerify,
  list: async (stage) => [...(await measureListCost(stage)), ...(await measureList(stage))],
  log: measureLog,
  anchor: measureAnchoring,
  memberships: measureMemberships,
  webhooks: measureWebhooks,
  load: measureKnees,
  'knee-p99': measureTails,
  pages: measurePages,
  peers: measurePeers,
  soak: measureSoak,
};

/** Half an hour long, so it runs only if named. */
const ONLY_BY_NAME = new Set(['soak']);

const RESULTS_FILE = path.join(import.meta.dirname, 'results.md');

await main(process.argv.slice(2), new Date());

async function main(args: string[], at: Date): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '30' },
      'with-directus': { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.filter((name) => SUBJECTS[name] === undefined);
  if (process.platform !== 'linux' || unknown.length > 0) {
    process.stderr.write(
      unknown.length > 0
        ? `There is no benchmark "${unknown.join('", "')}"; there are ${Object.keys(SUBJECTS).join(', ')}.\n`
        : 'The benchmarks read processor times from /proc and run on Linux only.\n',
    );
    process.exitCode = 2;
    return;
  }
  const names = Object.keys(SUBJECTS).filter((name) =>
    positionals.length === 0 ? !ONLY_BY_NAME.has(name) : positionals.includes(name),
  );
  const profileFolder = values.profile ? await mkdtemp(path.join(os.tmpdir(), 'sello-profile-')) : undefined;
  const loadBefore = os.loadavg()[0] ?? 0;
  const rows = await measureAll(names, {
    isQuick: values.quick,
    profileFolder,
    withDirectus: values['with-directus'] || positionals.includes('peers'),
    soakMinutes: Number(values.minutes),
  });
  process.stdout.write(`${toMarkdown(rows)}\n`);
  if (profileFolder !== undefined) process.stdout.write(await describeProfiles(profileFolder));
  // A partial or quick run must not overwrite the full table.
  if (positionals.length > 0 || values.quick || profileFolder !== undefined) return;
  const minutes = Math.round((Date.now() - at.getTime()) / 60_000);
  const notes = [
    `The run took ${minutes} minutes; the machine's load average before it was ${loadBefore.toFixed(1)}.`,
  ];
  await writeFile(RESULTS_FILE, toReport(rows, { at, notes }));
}

async function measureAll(names: readonly string[], options: StageOptions): Promise<Row[]> {
  const stage = await openStage(options);
  // Servers and their databases are stopped properly, however the run ends.
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => reject(new Error(`Stopped by ${signal}`)));
    }
  });
  const rows: Row[] = [];
  try {
    for (const name of names) {
      process.stderr.write(`${name} …\n`);
      rows.push(...((await Promise.race([SUBJECTS[name]?.(stage), interrupted])) ?? []));
    }
  } finally {
    await stage.close();
  }
  return rows;
}
