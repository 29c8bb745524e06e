import { useEffect, useState } from 'react';

/** False when the component is first drawn. A dialog of Mantine remembers what had the focus when it opens, but not if it begins open. */
export function useThere(): boolean {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => setIsThere(true), []);
  return isThere;
}
