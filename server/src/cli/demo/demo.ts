/** `sello demo memberships`: fills an account in test mode with a council that does not exist. */

import { fillDemo, type ShowStep } from '@sello/rules/demo';
import { asFailure, connect, readConnection } from '../shared/connect.ts';
import { makeProgressBar } from '../shared/progress-bar.ts';
import type { Terminal } from '../shared/terminal.ts';
import { CommandFailed, readArguments, UsageError, unknownSubverb } from '../shared/usage.ts';
import { demoCalls } from './demo-calls.ts';

const OPTIONS = { key: { type: 'string' }, url: { type: 'string' } } as const;

export async function demoCommand([verb, ...args]: string[], terminal: Terminal): Promise<void> {
  if (verb !== 'memberships') throw unknownSubverb('demo', verb, ['memberships']);
  const { values, positionals } = readArguments(args, OPTIONS);
  if (positionals[0] !== undefined) throw new UsageError(`Unexpected argument "${positionals[0]}".`);
  const connection = readConnection(values, terminal);
  if (!/^[a-z]+_test_/.test(connection.key))
    throw new CommandFailed('The demo is for test mode alone: give a key that says _test_.');
  const bar = makeProgressBar(terminal);
  const sello = connect(connection, bar.say);
  try {
    const today = new Date().toISOString().slice(0, 10);
    const show: ShowStep = (step, done) => bar.show('demo council', nameOf(step), done);
    const filled = await fillDemo(demoCalls(sello), today, show);
    if (filled === 'made before')
      throw new CommandFailed('This account has the demo council already. Nothing was changed.');
    if ('taken' in filled)
      throw new CommandFailed(
        `The account has other members with the same identifiers: ${filled.taken} Use an account of its own.`,
      );
    const { members, courses, awards, pending, renewals } = filled;
    bar.say(
      `${members} members, ${courses} courses, ${awards} awards (${pending} wait for a decision), ${renewals} renewals.`,
    );
    bar.say(`Look at them in test mode: ${connection.url.replace(/\/$/, '')}/dashboard`);
  } catch (error) {
    throw asFailure(error);
  } finally {
    bar.end();
  }
}

function nameOf(step: Parameters<ShowStep>[0]): string {
  return typeof step === 'string' ? step : `course ${step.course} of ${step.of}`;
}
