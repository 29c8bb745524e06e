/** How the server shows a secret that it keeps; sent back, it leaves the secret as it is. */
export const MASK = '*********';
