/** Moments as a field of the type `datetime-local` has them: `2026-03-01T09:30`, by the clock of the person. Pure. */

export function toField(time: number): string {
  const at = new Date(time);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Null if the text is not a date and time. */
export function fromField(text: string): number | null {
  const time = new Date(text).getTime();
  return text === '' || Number.isNaN(time) ? null : time;
}
