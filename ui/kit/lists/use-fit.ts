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

/** Pixels, as in the styles of the grid: before each column and after the last, and with them the box that selects a row. */
const GAP = 12;
const BOX = 48;
/** Pixels in which a column can still be read. */
const READABLE = 72;
/** Pixels that most columns need. */
const USUAL = 120;
/** Pixels of a window in which there is little room, whatever the grid has of it. */
const PHONE = 760;

/** Measures the grid, and again when its size changes. */
export function useFit(grid: RefObject<HTMLElement | null>, columns: readonly Sized[], hasBoxes: boolean): Fit {
  const [fit, setFit] = useState<Fit>('wide');
  let wide = hasBoxes ? GAP + BOX : GAP;
  let tight = wide;
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

/** The track of a column where columns share the width by what each needs. One that says no least is as a usual one. */
export function sharedTrack(width?: string): string | undefined {
  const { least, share } = partsOf(width);
  return share ? `minmax(0, ${least || share * USUAL}fr)` : width;
}

/** The least pixels of a track and, unless it has no others, its share of what is left. */
function partsOf(width = 'minmax(0, 1fr)') {
  const [, least, share] = /(\d+)(?:px)?(?:, ([\d.]+))?/.exec(width) ?? [];
  return { least: Number(least), share: Number(share ?? 0) };
}
