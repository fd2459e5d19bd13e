/** A thread that renders documents, so that other requests do not wait. */

import { openCommonFaces } from '../../../proofs/constancia/pdf-fonts.ts';
import { answerDrawn } from '../../../proofs/constancia/thread/answer-drawn.ts';
import { drawDocument } from '../layout/draw-document.ts';

openCommonFaces();
answerDrawn(drawDocument);
