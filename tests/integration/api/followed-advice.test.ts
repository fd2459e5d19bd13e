/**
 * A caller who follows the advice of each refusal is not refused twice because of the same field. The bodies are the
 * examples of the API description, with one mistake each.
 */

import { expect, test } from 'vitest';
import { type Described, describedOperations, examplesOf } from '../../harness/described-operations.ts';
import { inPlace, openPlace, type Place } from '../../harness/example-places.ts';
import { forFile } from '../../harness/for-file.ts';
import { openHookedSello } from '../../harness/hooks.ts';
import {
  type Body,
  fieldOf,
  followAdvice,
  type WrongBody,
  wrongBodiesOf,
  wrongListsOf,
} from '../../harness/wrong-bodies.ts';

const sello = forFile(() => openHookedSello({ SELLO_BASE_URL: 'https://certifica.mx' }));

const WITH_BODY = (await describedOperations()).filter(
  ({ requestBody }) => requestBody?.content['application/json'] !== undefined,
);

/** The most mistakes tried for one body, spread evenly over its fields. */
const MOST_MISTAKES = 45;

/** More refusals in a row than any body with one mistake should cause. */
const MOST_STEPS = 6;

const followed = { mistakes: 0, taken: 0 };

test.for(WITH_BODY.map((one) => [one.operationId, one] as const))(
  'the advice in the refusals of %s leads to an accepted body, or to a refusal about something else',
  async ([name, operation]) => {
    const { council, place } = await openPlace(sello, name);
    const url = operation.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => place.params[param] ?? '');
    const circles: string[] = [];
    for (const good of bodiesOf(operation, place))
      for (const wrong of spread(wrongBodiesOf(good))) {
        const send = (body: Body) => council.call(operation.method, url, body);
        const circle = await follow(send, wrong, good);
        if (circle !== undefined) circles.push(`${wrong.mistake}: ${circle}`);
      }
    expect(circles).toEqual([]);
  },
);

test('hundreds of mistakes were followed, and most ended with an accepted request', () => {
  expect(followed.mistakes).toBeGreaterThan(60);
  expect(followed.taken).toBeGreaterThan(60);
});

const TABLES = ['importMembers', 'postRoster', 'postDeskRoster', 'postMarking', 'importWatches'];

test('a list is refused at its first wrong entry, and the message names that entry’s position', async () => {
  const named: string[] = [];
  for (const operation of WITH_BODY) {
    const { council, place } = await openPlace(sello, operation.operationId);
    const url = operation.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => place.params[param] ?? '');
    for (const { body, list, first } of bodiesOf(operation, place).flatMap(wrongListsOf)) {
      // The rows of a table are judged one by one, in an answer with a success status.
      if (TABLES.includes(operation.operationId)) continue;
      const { status, body: told } = await council.call(operation.method, url, body);
      expect([operation.operationId, list, status]).toEqual([operation.operationId, list, 422]);
      // The message names `points[1]`, for example, or the item or row with that number.
      expect(told.message).toMatch(new RegExp(`\\[${first}\\]`));
      named.push(`${operation.operationId} ${list}`);
    }
  }
  expect(named.length).toBeGreaterThan(10);
});

type Send = (body: Body) => Promise<{ status: number; body: { error?: string; message?: string } }>;

/** Returns the refusals in their order if one of them is about a field that was already corrected. */
async function follow(send: Send, { body }: WrongBody, good: Body): Promise<string | undefined> {
  const met = new Set<string>();
  const told: string[] = [];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const answer = await send(body);
    if (answer.status >= 500) return `${answer.status} ${answer.body.message}`;
    if (answer.status < 300 && told.length > 0) followed.taken += 1;
    // A conflict with existing records, or an unknown id, is no mistake in the body's form.
    if (answer.status !== 422 && answer.status !== 400) return undefined;
    const message = answer.body.message ?? '';
    told.push(message);
    const field = fieldOf(message);
    if (field === undefined) return undefined;
    if (met.has(field)) return told.join(' → ');
    const mended = followAdvice(body, good, { field, message });
    if (mended === undefined) return undefined;
    if (told.length === 1) followed.mistakes += 1;
    met.add(field).add(mended);
  }
  return `${MOST_STEPS} refusals: ${told.join(' → ')}`;
}

function bodiesOf({ requestBody }: Described, place: Place): Body[] {
  const media = requestBody?.content['application/json'];
  return media === undefined ? [] : examplesOf(media).map((one) => inPlace(one, place) as Body);
}

function spread<Item>(items: readonly Item[]): Item[] {
  const step = Math.max(1, items.length / MOST_MISTAKES);
  return items.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}
