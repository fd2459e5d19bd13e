/** The port for traces. */

export type Traces = {
  /** Runs the rest of a request in a new span; the returned function ends the span. */
  begin(request: TracedRequest, go: () => void): (status: number) => void;
  /** Runs, in a child span, work for which the current request waits. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

type TracedRequest = {
  id: string;
  method: string;
  /** The pattern of the route, never the address. */
  route: string;
  /** The caller's `traceparent` header. */
  traceParent: string | undefined;
};
