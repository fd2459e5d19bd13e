import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askUntilAnswered } from './s3-requests.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a caller gets an answer within two seconds, even if the client ignores the signal', async () => {
  const asked = askUntilAnswered(() => new Promise(() => {}));
  const told = expect(asked).rejects.toThrow('The S3 service does not answer');
  await vi.advanceTimersByTimeAsync(2_000);
  await told;
});

test('a body that is still moving is waited for, however long it takes', async () => {
  const asked = askUntilAnswered(async (_signal, { moved }) => {
    for (let second = 0; second < 60; second += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      moved();
    }
    return 'stored';
  });
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await asked).toBe('stored');
});

test('a temporary refusal is tried three times, a permanent one only once', async () => {
  // The pauses between attempts are real, a third of a second in all.
  vi.useRealTimers();
  const refusal = (status: number) =>
    Object.assign(new Error('refused'), { $metadata: { httpStatusCode: status } });
  for (const [status, attempts] of [
    [503, 3],
    [403, 1],
  ] as const) {
    const send = vi.fn(() => Promise.reject(refusal(status)));
    await expect(askUntilAnswered(send)).rejects.toThrow('refused');
    expect(send).toHaveBeenCalledTimes(attempts);
  }
});
