import { useCallback, useEffect, useRef, useState } from "react";
import { leaveTurn, takeTurn } from "./drawing-turns";

/**
 * Whether an element has come near the screen: of many charts only those that can be seen are drawn, one after the
 * other, so that the page answers between them.
 */
export function useNearView<T extends Element>() {
  const ref = useRef<T>(null);
  const [isNear, setNear] = useState(false);
  const show = useCallback(() => setNear(true), []);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    let wasNear = false;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const isNow = entry?.isIntersecting ?? false;
        if (isNow === wasNear) return;
        wasNear = isNow;
        if (isNow) return takeTurn(show);
        leaveTurn(show);
        setNear(false);
      },
      { rootMargin: "300px 0px" },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      leaveTurn(show);
    };
  }, [show]);
  useEffect(() => {
    if (isNear) leaveTurn(show);
  }, [isNear, show]);
  return { ref, isNear };
}
