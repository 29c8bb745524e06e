/** The token that commands which call a catalog use, from the environment variable `CAIRN_TOKEN`. */
export function readClientToken(): string | undefined {
  return process.env.CAIRN_TOKEN || undefined;
}
