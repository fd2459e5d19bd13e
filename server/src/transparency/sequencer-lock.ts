/** Held during one advance: a single sequencer across all processes, replaced at once when it dies. */
export const SEQUENCER_LOCK = 7355_0002;
