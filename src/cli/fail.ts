/** Ends the program with a sentence and without a stack: the user can do something about it. */
export class Failure extends Error {}

/** Runs a command; what goes wrong is told on standard error and makes the exit code 1. */
export async function orFail(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const expected = error instanceof Failure || (error instanceof Error && error.name !== 'Error' && !isBug(error));
    console.error(expected ? (error as Error).message : error);
    process.exitCode = 1;
  }
}

function isBug(error: Error): boolean {
  return ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'].includes(error.name);
}
