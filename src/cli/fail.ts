/** Ends a command with a sentence and without a stack: the user can do something about it. */
export class Failure extends Error {}

/** Runs a command; what goes wrong is told on standard error and makes the exit code 1. */
export async function orFail(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(isExpected(error) ? error.message : error);
    process.exitCode = 1;
  }
}

const PROGRAM_MISTAKES = ['Error', 'TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'];

/** Errors of ours that have a name, and those of the system (a port in use, a server that is not there). */
function isExpected(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return error instanceof Failure || 'syscall' in error || !PROGRAM_MISTAKES.includes(error.name);
}
