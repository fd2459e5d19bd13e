import { expect, test } from 'vitest';
import { makeDecisionQueue, UNDO_MS, type Waiting } from './decision-queue.ts';

function open() {
  const sent: Waiting[] = [];
  const due = new Map<object, { work: () => void; ms: number }>();
  const timer = {
    start(work: () => void, ms: number) {
      const key = {};
      due.set(key, { work, ms });
      return key;
    },
    stop: (key: unknown) => void due.delete(key as object),
  };
  const queue = makeDecisionQueue((decision) => sent.push(decision), timer);
  const pass = () => {
    for (const { work } of [...due.values()]) work();
  };
  return { queue, sent, due, pass };
}

const approve = { ids: ['awd_1'], decision: 'approve', reason: undefined } as const;

test('a decision is sent after its delay', () => {
  const { queue, sent, due, pass } = open();
  queue.add(approve);
  expect(sent).toEqual([]);
  expect([...due.values()].map(({ ms }) => ms)).toEqual([UNDO_MS]);
  pass();
  expect(sent).toMatchObject([approve]);
  expect(queue.waiting()).toEqual([]);
});

test('a decision that is taken back is never sent, the others are', () => {
  const { queue, sent, pass } = open();
  queue.add(approve);
  queue.add({ ids: ['awd_2'], decision: 'reject', reason: 'sin evidencia' });
  queue.undo(1);
  pass();
  expect(sent).toMatchObject([{ ids: ['awd_2'], decision: 'reject' }]);
});

test('leaving the page sends the waiting decisions, once', () => {
  const { queue, sent, due, pass } = open();
  queue.add(approve);
  queue.flush();
  pass();
  expect(sent).toHaveLength(1);
  expect(due.size).toBe(0);
});

test('listeners are told of every change, until they leave', () => {
  const { queue, pass } = open();
  let told = 0;
  const leave = queue.subscribe(() => {
    told += 1;
  });
  queue.add(approve);
  pass();
  leave();
  queue.add(approve);
  expect(told).toBe(2);
});
