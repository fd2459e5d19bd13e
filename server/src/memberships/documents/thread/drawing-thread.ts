/** A thread that draws documents, so that whoever asks for one keeps nobody else waiting. */

import { answerDrawn } from '../../../proofs/constancia/thread/answer-drawn.ts';
import { drawDocument } from '../pdf/draw-document.ts';

answerDrawn(drawDocument);
