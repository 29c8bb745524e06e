/** Lets the browser answer before what comes next. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));
