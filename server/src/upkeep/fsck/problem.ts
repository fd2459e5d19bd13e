import type { Finding, RepairKind } from './ports.ts';

export function problem(code: string, where: string, message: string, repair?: RepairKind): Finding {
  return { level: 'problem', code, where, message, ...(repair !== undefined && { repair }) };
}
