/** Where to go after sign-in: paths of this application only, so that a link cannot send people elsewhere. */
export function ownPath(wanted: string | null, fallback = '/my-data'): string {
  if (!wanted?.startsWith('/') || /^\/[/\\]|[\\\s]/.test(wanted)) return fallback;
  return /^\/(signin|logout|signup|register|forgot-password)\b/.test(wanted) ? fallback : wanted;
}
