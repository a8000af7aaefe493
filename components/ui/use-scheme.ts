import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { useMounted } from "@mantine/hooks";

/**
 * The colours that the page could change to. Those of this browser are known once the page runs: until then it says what
 * the server said, or React would draw the whole page anew.
 */
export function useScheme() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  const isMounted = useMounted();
  const other = isMounted && scheme === "dark" ? "light" : "dark";
  return { other, change: () => setColorScheme(other) } as const;
}
