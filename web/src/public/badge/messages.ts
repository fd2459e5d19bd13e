/** The messages between the page and the worker that checks a badge. */

import type { BadgeVerdict } from '@sello/proof/badges';

export type ToWorker = { text: string } | { answer: number; document: unknown };

export type FromWorker = { ask: number; url: string } | { verdict: BadgeVerdict } | { problem: string };
