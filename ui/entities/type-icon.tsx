import { iconOf, nameOfType } from './registry.js';

/** The icon of a type; `named` where no text is beside it. */
export function TypeIcon({ type, size = 16, named = false }: { type: string; size?: number; named?: boolean }) {
  const Icon = iconOf(type);
  return (
    <Icon
      size={size}
      color="var(--n9)"
      style={{ flex: 'none' }}
      {...(named ? { role: 'img', 'aria-label': nameOfType(type) } : { 'aria-hidden': true })}
    />
  );
}
