/** Declares the operations that make or show documents. */

import { operationsWith, type RunningOperation } from '../../operations/operation.ts';
import type { DocumentPorts } from './ports.ts';

export type DocumentOperation = RunningOperation<DocumentPorts>;

export const documentOperation = operationsWith<DocumentPorts>().running;
