import type { Terminal } from './terminal.ts';
export async function mcpCommand(_args: string[], _terminal: Terminal): Promise<void> {}
