export interface Abort {
  readonly signal: AbortSignal;
  /** Call when the work has ended: nothing of it is held any longer. */
  end(): void;
}

/**
 * A signal that aborts after a time, or when `outer` does. `AbortSignal.any` and `AbortSignal.timeout` would hold on to
 * the work until the time is over, and thousands of short requests a second would fill the memory.
 */
export function abortAfter(milliseconds: number, outer?: AbortSignal): Abort {
  const controller = new AbortController();
  const follow = () => controller.abort(outer?.reason);
  const timer = setTimeout(() => {
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }, milliseconds);
  timer.unref();
  if (outer?.aborted) follow();
  else outer?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}
