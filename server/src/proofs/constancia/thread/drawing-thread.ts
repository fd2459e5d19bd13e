/** A thread that draws constancias, so that whoever asks for one keeps nobody else waiting. */

import { answerDrawn } from './answer-drawn.ts';
import { drawConstancia } from './draw-constancia.ts';

answerDrawn(drawConstancia);
