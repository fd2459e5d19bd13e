/**
 * Gives out a finite resource. A holder (an account, a network, a person) may hold at most as much as is still free:
 * one greedy holder gets a half, two get a third each, and something is always left for the next holder.
 * Network switches share their memory in the same way (Choudhury and Hahne, "Dynamic queue length thresholds").
 */

import { AppError } from '../errors.ts';
import type { SharedThing } from './shared-things.ts';

/**
 * Who holds something. Undefined for the service's own work, such as a batch that serves many accounts: such work has
 * no share and is only limited by the budget.
 */
export type Holder = string | undefined;

/** Gives back what was taken. Calling it again has no effect. */
export type GiveBack = () => void;

export type Shared = {
  /** Takes it if it is free now. Undefined if the caller would have to wait. */
  tryTake(holder: Holder, amount?: number): GiveBack | undefined;
  /** Takes it, and waits in the queue if there is one. Rejects with the error that refuses the caller. */
  take(holder: Holder, amount?: number): Promise<GiveBack>;
  /**
   * Like `tryTake`, but creates no object that outlives the call. The caller must call `giveBack`
   * once.
   */
  takeNow(holder: Holder): boolean;
  giveBack(holder: Holder): void;
  run<T>(holder: Holder, work: () => Promise<T>): Promise<T>;
  /** Makes the error for a caller when `takeNow` finds nothing free. */
  refusal(): Error;
  /** Rejects everybody who waits in the queue with this error. */
  refuseWaiting(error: unknown): void;
};

/**
 * Why a caller is refused. `share`: the holder's own share is used up. `full`: the queue has no place. `late`: the
 * caller waited too long in the queue.
 */
type Why = 'share' | 'full' | 'late';

/** `hasWaited`: whether the refused caller had waited in the queue. */
export type MakeRefusal = (why: Why, hasWaited: boolean) => Error;

type Asking = { holder: Holder; amount: number };

type Waiter = Asking & {
  stepsLeft: number;
  resolve(giveBack: GiveBack): void;
  reject(error: unknown): void;
};

/**
 * The waiting time is counted in steps. A busy event loop delays the return of the resource, and this way it delays
 * the timeout as well.
 */
const STEP_MS = 50;

export function makeShared(
  thing: SharedThing,
  refusal: MakeRefusal = (why) => refusalOf(thing, why),
): Shared {
  const stock = makeStock(thing.budget, thing.most, thing.timesLeft);
  const hold = (holder: Holder, amount: number): GiveBack => {
    stock.take(holder, amount);
    let isHeld = true;
    return () => {
      if (isHeld) giveBack(holder, amount);
      isHeld = false;
    };
  };
  const giveBack = (holder: Holder, amount: number) => {
    stock.giveBack(holder, amount);
    line.startNext();
  };
  const line = makeLine(thing.line, stock, hold, refusal);
  const tryTake = (holder: Holder, amount = 1) =>
    stock.isFreeFor(holder, amount) ? hold(holder, amount) : undefined;
  return {
    tryTake,
    take: async (holder, amount = 1) => tryTake(holder, amount) ?? line.wait(holder, amount),
    async run(holder, work) {
      const giveBack = tryTake(holder) ?? (await line.wait(holder, 1));
      try {
        return await work();
      } finally {
        giveBack();
      }
    },
    takeNow(holder) {
      const isFree = stock.isFreeFor(holder, 1);
      if (isFree) stock.take(holder, 1);
      return isFree;
    },
    giveBack: (holder) => giveBack(holder, 1),
    refusal: () => refusal(stock.hasRoom(1) ? 'share' : 'full', false),
    refuseWaiting: line.refuseAll,
  };
}

/** Holders take turns, so one holder's first request does not wait behind hundreds of requests of another holder. */
function makeLine(
  line: SharedThing['line'],
  stock: Stock,
  hold: (holder: Holder, amount: number) => GiveBack,
  refusal: MakeRefusal,
) {
  const seats = makeStock(line?.length ?? 0);
  const byHolder = new Map<Holder, Set<Waiter>>();
  let steps: NodeJS.Timeout | undefined;
  const all = () => [...byHolder.values()].flatMap((own) => [...own]);
  const why = ({ holder, amount }: Asking, otherwise: Why): Why =>
    stock.hasRoom(amount) || (seats.hasRoom(1) && !seats.isFreeFor(holder, 1)) ? 'share' : otherwise;
  const refuse = (waiter: Waiter, error: unknown) => {
    leave(waiter);
    waiter.reject(error);
  };
  const passStep = () => {
    for (const waiter of all()) {
      waiter.stepsLeft -= 1;
      if (waiter.stepsLeft <= 0) refuse(waiter, refusal(why(waiter, 'late'), true));
    }
  };
  const enter = (waiter: Waiter) => {
    if (byHolder.size === 0) steps = setInterval(passStep, STEP_MS).unref();
    seats.take(waiter.holder, 1);
    const own = byHolder.get(waiter.holder);
    if (own === undefined) byHolder.set(waiter.holder, new Set([waiter]));
    else own.add(waiter);
  };
  const leave = (waiter: Waiter) => {
    const own = byHolder.get(waiter.holder);
    if (own === undefined || !own.delete(waiter)) return;
    seats.giveBack(waiter.holder, 1);
    if (own.size === 0) byHolder.delete(waiter.holder);
    if (byHolder.size === 0) clearInterval(steps);
  };
  return {
    refuseAll(error: unknown): void {
      for (const waiter of all()) refuse(waiter, error);
    },
    async wait(holder: Holder, amount: number): Promise<GiveBack> {
      if (line === undefined || !seats.isFreeFor(holder, 1))
        throw refusal(why({ holder, amount }, 'full'), false);
      const { promise, resolve, reject } = Promise.withResolvers<GiveBack>();
      const stepsLeft = line.patienceMs / STEP_MS;
      enter({ holder, amount, stepsLeft, resolve, reject });
      return promise;
    },
    startNext(): void {
      // A served holder moves to the end of the queue, where this loop reaches it again while anything is free.
      for (const [holder, own] of byHolder) {
        const [next] = own;
        if (next === undefined || !stock.isFreeFor(next.holder, next.amount)) continue;
        leave(next);
        next.resolve(hold(next.holder, next.amount));
        if (byHolder.delete(holder)) byHolder.set(holder, own);
      }
    },
  };
}

type Stock = ReturnType<typeof makeStock>;

/** Counts who holds how much. Only this function knows how large a share is. */
function makeStock(budget: number, most = budget, timesLeft = 1) {
  let free = budget;
  const heldBy = new Map<string, number>();
  const hasRoom = (amount: number) => amount <= free;
  return {
    hasRoom,
    isFreeFor(holder: Holder, amount: number): boolean {
      if (!hasRoom(amount)) return false;
      if (holder === undefined) return true;
      const held = heldBy.get(holder) ?? 0;
      return held + amount <= most && (held === 0 || held + amount <= timesLeft * (free - amount) + amount);
    },
    take(holder: Holder, amount: number): void {
      free -= amount;
      if (holder !== undefined) heldBy.set(holder, (heldBy.get(holder) ?? 0) + amount);
    },
    giveBack(holder: Holder, amount: number): void {
      free += amount;
      if (holder === undefined) return;
      const left = (heldBy.get(holder) ?? amount) - amount;
      if (left === 0) heldBy.delete(holder);
      else heldBy.set(holder, left);
    },
  };
}

/**
 * Makes the error. If a holder has used up its share, that is its own doing: the answer is 429 and the call counts. If
 * the server's budget is used up, the answer is 503.
 */
export function refusalOf({ what, retryAfterSeconds }: SharedThing, why: Why): AppError {
  if (why === 'share')
    return new AppError(
      'rate_limit_exceeded',
      {
        en: `You have your whole share of ${what.en} in use. Let one of your calls end, and try again in {wait}.`,
        es: `Ya tiene en uso toda su parte de ${what.es}. Deje que termine una de sus llamadas e intente de nuevo en {wait}.`,
      },
      { retryAfterSeconds },
    );
  return new AppError(
    'overloaded',
    {
      en: `All ${what.en} are in use at the moment. Nothing was changed; please try again in {wait}.`,
      es: `En este momento está en uso todo lo que hay de ${what.es}. No se cambió nada; intente de nuevo en {wait}.`,
    },
    { retryAfterSeconds },
  );
}
