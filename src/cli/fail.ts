/** Ends a command with a sentence and without a stack: the user can do something about it. */
export class Failure extends Error {}

/** Runs a command; what goes wrong is told on standard error and makes the exit code 1. */
export async function orFail(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(sentence(error) ?? error);
    process.exitCode = 1;
  }
}

const PROGRAM_MISTAKES = ['Error', 'TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'];

/** Errors of ours that have a name, and those of the system (a port in use, a disk that is full); null for mistakes. */
function sentence(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const expected = error instanceof Failure || 'syscall' in error || !PROGRAM_MISTAKES.includes(error.name);
  return expected ? error.message : null;
}
