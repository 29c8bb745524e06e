/** Ends a command with a message and no stack trace: something the user can fix. */
export class Failure extends Error {}

/** Runs a command. Errors are printed to standard error and set the exit code to 1. */
export async function orFail(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(isExpected(error) ? error.message : error);
    process.exitCode = 1;
  }
}

const PROGRAM_MISTAKES = ['Error', 'TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'];

/** Our own named errors, and system errors (port in use, server unreachable). */
function isExpected(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return error instanceof Failure || 'syscall' in error || !PROGRAM_MISTAKES.includes(error.name);
}
