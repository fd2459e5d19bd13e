/** Imported for its effect: ends this process when its parent ends. */
process.once('disconnect', () => process.exit());
