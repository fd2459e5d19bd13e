import { defineText } from '../../../i18n/use-text.ts';
import { en } from './text-en.ts';
import { es } from './text-es.ts';

export const TEXT = defineText({ en, es });
