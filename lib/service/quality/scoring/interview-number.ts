/** The one number of an answer; null: none, several, or one that nobody counts years with. */
export const numberOf = (answer: string | number): number | null => {
  if (typeof answer === "number") return answer;
  const numbers = answer.match(/\d+/g) ?? [];
  return numbers.length === 1 && (numbers[0]?.length ?? 9) < 5 ? Number(numbers[0]) : null;
};
