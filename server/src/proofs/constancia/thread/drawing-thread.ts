/** A thread that draws constancias, so that other requests do not wait. */

import { openCommonFaces } from '../pdf-fonts.ts';
import { answerDrawn } from './answer-drawn.ts';
import { drawConstancia } from './draw-constancia.ts';

openCommonFaces();
answerDrawn(drawConstancia);
