export function isBuilt(root: string, folder: string): boolean;
export function describeSources(root: string, files: readonly string[]): string;
export function writeSources(folder: string, text: string): void;
