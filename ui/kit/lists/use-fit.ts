// How the columns of a grid share its width.
import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * `wide`: every column has what it needs. `tight`: they share what there is. `narrow`: besides, those for wide screens are
 * left out.
 */
export type Fit = 'wide' | 'tight' | 'narrow';

interface Sized {
  /** A track of a CSS grid: `120px`, `minmax(160px, 2fr)`. */
  width?: string;
}

/** Pixels, as in the styles of the grid: before each column and after the last. */
const GAP = 12;
/** Pixels in which a column can still be read. */
const READABLE = 72;
/** Pixels that most columns need. */
const USUAL = 120;
/** Pixels of a window in which there is little room, whatever the grid has of it. */
const PHONE = 760;

/** The track of a column that says nothing. */
const ANY = 'minmax(0, 1fr)';

/** Measures the grid, and again when its size changes. */
export function useFit(grid: RefObject<HTMLElement | null>, columns: readonly Sized[]): Fit {
  const [fit, setFit] = useState<Fit>('wide');
  let wide = GAP;
  let tight = GAP;
  for (const { width } of columns) {
    const { least, share } = partsOf(width);
    wide += GAP + (least || READABLE);
    tight += GAP + (share ? READABLE : least);
  }
  useLayoutEffect(() => {
    const element = grid.current as HTMLElement; // the grid is always drawn
    const measure = () => {
      const { clientWidth } = element;
      setFit(window.innerWidth <= PHONE || clientWidth < tight ? 'narrow' : clientWidth < wide ? 'tight' : 'wide');
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [grid, wide, tight]);
  return fit;
}

/** The track of a column. Where columns share the width by what each needs, one that says no least is as a usual one. */
export function trackOf({ width = ANY }: Sized, fit: Fit): string {
  const { least, share } = partsOf(width);
  return fit === 'wide' || !share ? width : `minmax(0, ${least || share * USUAL}fr)`;
}

/** The minimum width of a track in pixels, and its share of the remaining width, 0 if it takes none. */
function partsOf(width = ANY) {
  const [, least, share] = /(\d+)(?:px)?(?:, ([\d.]+))?/.exec(width) ?? [];
  return { least: Number(least), share: Number(share ?? 0) };
}
