import { useEffect, useRef, useState } from "react";
import { leaveTurn, takeTurn } from "./drawing-turns";

/**
 * Whether an element has come near the screen: of many charts only those that can be seen are drawn, one after the
 * other, so that the page answers between them.
 */
export function useNearView<T extends Element>() {
  const ref = useRef<T>(null);
  const draw = useRef<(() => void) | null>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const show = () => setNear(true);
    draw.current = show;
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
  }, []);
  useEffect(() => {
    if (isNear && draw.current) leaveTurn(draw.current);
  }, [isNear]);
  return { ref, isNear };
}
