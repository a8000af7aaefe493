import { startTransition, useEffect, useRef, useState } from "react";

/**
 * Whether an element has come near the screen: of many charts only those that can be seen are drawn. In a transition,
 * so that those which come together are not drawn in one task: the page answers between them.
 */
export function useNearView<T extends Element>() {
  const ref = useRef<T>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => startTransition(() => setNear(entry?.isIntersecting ?? false)),
      { rootMargin: "300px 0px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, isNear };
}
