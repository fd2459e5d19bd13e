/** Imported for its effect: a process of the benchmark does not outlive the one that started it. */
process.once('disconnect', () => process.exit());
