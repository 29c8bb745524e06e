import classes from './initials.module.css';

/** One or two letters for a person or team. Drawn by the style sheet, because their name is beside it. */
export function Initials({ name, size = 20 }: { name: string; size?: 20 | 28 }) {
  const words = name.split(/[\s._-]+/).filter((word) => word !== '');
  const letters =
    `${words[0]?.charAt(0) ?? ''}${words.length > 1 ? (words.at(-1)?.charAt(0) ?? '') : ''}`.toUpperCase();
  const hue = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 8, 7);
  return <span aria-hidden className={classes.initials} data-letters={letters} data-hue={hue} data-size={size} />;
}
