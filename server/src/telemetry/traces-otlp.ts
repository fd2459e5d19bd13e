/** OpenTelemetry traces over OTLP: a span per request, with child spans for the calls it waits for. */

import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Traces } from './traces.ts';

export function openTraces(url: string): Traces {
  // Spans are sent in batches in the background. They are dropped when the collector is down, so that no request
  // waits for it.
  const processor = new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) });
  const provider = new TracerProvider({ spanProcessors: [processor] });
  const tracer = provider.getTracer('sello');
  const current = new AsyncLocalStorage<Context>();
  return {
    begin(request, go) {
      const parent = contextOf(request.traceParent);
      const span = tracer.startSpan(
        `${request.method} ${request.route}`,
        {
          kind: SpanKind.SERVER,
          attributes: {
            'http.request.method': request.method,
            'http.route': request.route,
            'sello.request_id': request.id,
          },
        },
        parent,
      );
      current.run(trace.setSpan(parent, span), go);
      return (status) => {
        span.setAttribute('http.response.status_code', status);
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      };
    },
    step: (name, work) => runStep(tracer, current.getStore(), name, work),
    close: () => provider.shutdown(),
  };
}

async function runStep<T>(
  tracer: Tracer,
  parent: Context | undefined,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  // Background work belongs to no request, so it gets no span.
  if (parent === undefined) return work();
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT }, parent);
  try {
    return await work();
  } catch (error) {
    // Only the error's name is recorded, because its message may contain what the caller sent.
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'failed' });
    throw error;
  } finally {
    span.end();
  }
}

/** The context that continues the caller's trace. */
function contextOf(traceParent: string | undefined): Context {
  const parsed = parseTraceParent(traceParent);
  if (parsed === undefined) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { ...parsed, isRemote: true });
}

/** Reads `traceparent` of W3C Trace Context, level 1, §3.2. Undefined for anything that does not match exactly. */
export function parseTraceParent(
  header: string | undefined,
): { traceId: string; spanId: string; traceFlags: number } | undefined {
  const [, traceId, spanId, flags] =
    /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}
