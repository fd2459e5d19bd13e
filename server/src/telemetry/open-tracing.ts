/** Opens the trace exporter where the operator named a collector. */

import type { OnClose } from '../kernel/closing.ts';
import type { TelemetrySettings } from './settings.ts';
import type { Traces } from './traces.ts';

/** Imported only when needed: the exporter is large. */
export async function openTracing(
  { otlpUrl }: Pick<TelemetrySettings, 'otlpUrl'>,
  onClose: OnClose,
): Promise<Traces | undefined> {
  if (otlpUrl === undefined) return undefined;
  const { openTraces } = await import('./traces-otlp.ts');
  const traces = openTraces(otlpUrl);
  onClose.push(() => traces.close());
  return traces;
}
