/** The part of `ports.ts` about traces. */

export type Traces = {
  /** Runs the rest of a request under a span of its own; the result ends that span. */
  begin(request: TracedRequest, go: () => void): (status: number) => void;
  /** Work that the running request waits for. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export type TracedRequest = {
  id: string;
  method: string;
  /** The pattern, never the address. */
  route: string;
  /** The caller's trace, as its header gives it. */
  traceParent: string | undefined;
};
