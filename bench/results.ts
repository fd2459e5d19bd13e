/** Turns measurements into a table of results and targets. */

import os from 'node:os';
import { median, type Sample, type Spread } from './rounds.ts';

export type Target = { atLeast: number } | { atMost: number };

export type Row = {
  what: string;
  sello: string;
  rival: string;
  /** The value compared with the target: a ratio or a size. */
  value: string;
  target: string;
  outcome: 'pass' | 'MISS' | '';
};

/** Ratios are of rates, so higher is better, unless the target says `atMost`. */
export function ratioRow(what: string, sello: string, rival: string, ratio: Spread, target?: Target): Row {
  const value = `${ratio.median.toFixed(2)} (${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)})`;
  return { what, sello, rival, value, target: describeTarget(target), outcome: judge(ratio.median, target) };
}

export function sizeRow(what: string, megabytes: number, targetMb: number): Row {
  return {
    what,
    sello: `${Math.round(megabytes)} MB`,
    rival: '',
    value: `${Math.round(megabytes)} MB`,
    target: `< ${targetMb} MB`,
    outcome: megabytes < targetMb ? 'pass' : 'MISS',
  };
}

/** A rate, and what it costs the server and its database per request. */
export function describeRate(samples: readonly Sample[]): string {
  const middle = (pick: (sample: Sample) => number) => median(samples.map(pick));
  const postgresUs = middle((sample) => sample.postgresUs);
  return [
    `${count(middle((sample) => sample.perSecond))}/s`,
    `p99 ${middle((sample) => sample.p99Ms).toFixed(1)} ms`,
    `node ${count(middle((sample) => sample.nodeUs))} µs`,
    ...(postgresUs > 0 ? [`pg ${count(postgresUs)} µs`] : []),
    `others ${Math.round(middle((sample) => sample.othersShare) * 100)} %`,
  ].join(' · ');
}

/** Processor time of the server and, if `isWhole`, of its database too. */
export function describeCpu(samples: readonly Sample[], isWhole: boolean): string {
  const costs = samples.map(({ nodeUs, postgresUs }) => nodeUs + (isWhole ? postgresUs : 0));
  return `${count(median(costs))} µs`;
}

export function count(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 });
}

export function toMarkdown(rows: readonly Row[]): string {
  const cells = (row: Row) => [row.what, row.sello, row.rival, row.value, row.target, row.outcome];
  const lines = [
    ['What', 'Sello', 'Rival', 'Ratio or size', 'Target', ''],
    ['---', '---', '---', '---', '---', '---'],
    ...rows.map(cells),
  ];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

export function toReport(rows: readonly Row[], facts: { at: Date; notes: readonly string[] }): string {
  return `# Benchmark

${facts.at.toISOString().slice(0, 16).replace('T', ' ')} UTC · ${describeMachine()}

${toMarkdown(rows)}

${facts.notes.map((note) => `- ${note}`).join('\n')}

## How to read it

\`npm run bench\` writes this file; \`npm run bench -- verify list\` measures only what is named and prints it, and
\`--quick\` is a short version with fewer and smaller rounds. Only ratios are meaningful: both sides ran within the
same minutes on the same machine, by turns, and the ratio is the median over the rounds, with the lowest and the highest
round in parentheses. A wide range means that the machine was busy with something else.

- Sello is \`sello serve\` as a separate process with its embedded PostgreSQL, with default durability. Each rival is a
  separate process too, on the same cluster if it needs one. The client is a third process on the same cores.
- \`node\` and \`pg\` are processor time per request of the server's process and of all PostgreSQL processes. They are
  the figures to trust on a busy machine; requests per second depend on other load.
- \`host took\` is the share of all cores that the host of a virtual machine gave to others while they had work to do.
  Nobody can answer in that time: a window in which it is more than 2 % is measured again, up to five times.
- \`others\` is the share of all cores that programs outside the benchmark took at that time.
- CPU ratios are the rival's processor time divided by Sello's, so that 1.00 means "costs the same" and less than
  1.00 means "costs more".
`;
}

function describeTarget(target: Target | undefined): string {
  if (target === undefined) return '';
  return 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
}

function judge(value: number, target: Target | undefined): Row['outcome'] {
  if (target === undefined) return '';
  return ('atLeast' in target ? value >= target.atLeast : value <= target.atMost) ? 'pass' : 'MISS';
}

function describeMachine(): string {
  const cpus = os.cpus();
  const model = cpus[0]?.model.trim() || 'unknown model';
  const memory = `${Math.round(os.totalmem() / 2 ** 30)} GiB`;
  return `${cpus.length} cores ${os.arch()} (${model}), ${memory}, ${os.type()} ${os.release()}, Node ${process.version}`;
}
