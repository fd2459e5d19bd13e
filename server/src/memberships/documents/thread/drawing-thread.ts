/** A thread that draws documents, so that whoever asks for one keeps nobody else waiting. */

import { answerDrawn } from '../../../proofs/constancia/thread/answer-drawn.ts';
import { drawDocument } from '../layout/draw-document.ts';

answerDrawn(drawDocument);
