/**
 * Whoever does what each refusal of a body says is not refused twice because of the same field. The bodies are the
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

/** At most so many of the mistakes of one body, evenly spread over its fields. */
const MOST_MISTAKES = 45;

/** More refusals one after the other than any body with one mistake should need. */
const MOST_STEPS = 6;

const followed = { mistakes: 0, taken: 0 };

test.for(WITH_BODY.map((one) => [one.operationId, one] as const))(
  'the refusals of %s lead to a body that is taken, or to something else than the same field',
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

test('hundreds of mistakes were followed, and most ended with a request that is taken', () => {
  expect(followed.mistakes).toBeGreaterThan(60);
  expect(followed.taken).toBeGreaterThan(60);
});

const TABLES = ['importMembers', 'postRoster'];

test('a list is refused at its first wrong entry, and the place of this entry is named', async () => {
  const named: string[] = [];
  for (const operation of WITH_BODY) {
    const { council, place } = await openPlace(sello, operation.operationId);
    const url = operation.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => place.params[param] ?? '');
    for (const { body, list, first } of bodiesOf(operation, place).flatMap(wrongListsOf)) {
      // Rows of a table are judged one by one, in an answer that is a success.
      if (TABLES.includes(operation.operationId)) continue;
      const { status, body: told } = await council.call(operation.method, url, body);
      expect([operation.operationId, list, status]).toEqual([operation.operationId, list, 422]);
      // As `points[1]`, or as an item or a row of that number.
      expect(told.message).toMatch(new RegExp(`\\[${first}\\]`));
      named.push(`${operation.operationId} ${list}`);
    }
  }
  expect(named.length).toBeGreaterThan(10);
});

type Send = (body: Body) => Promise<{ status: number; body: { error?: string; message?: string } }>;

/** The refusals in their order if one of them is about a field that was mended before. */
async function follow(send: Send, { body }: WrongBody, good: Body): Promise<string | undefined> {
  const met = new Set<string>();
  const told: string[] = [];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const answer = await send(body);
    if (answer.status >= 500) return `${answer.status} ${answer.body.message}`;
    if (answer.status < 300 && told.length > 0) followed.taken += 1;
    // A conflict with what is there, or an id of nobody, is not a matter of the body's form.
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
