import { expect, test } from "vitest";
import { isNotChosen, startsNotChosen } from "./not-chosen";

test("an option that was not chosen is said so in many languages", () => {
  for (const word of ["0", "No", " nein ", "Nee", "nej", "NIE", "Não", "nao", "Нет", "non", "Unchecked"]) {
    expect(isNotChosen(word), word).toBe(true);
    expect(startsNotChosen(word.trim()), word).toBe(true);
  }
});

test("by its beginning only where the word ends there", () => {
  for (const mark of ["Not mentioned", "nicht gewählt", "kein Interesse", "no (0)", "f", "Never"]) {
    expect(startsNotChosen(mark), mark).toBe(true);
    expect(isNotChosen(mark), mark).toBe(false);
  }
  for (const name of ["Norway", "Niederlande", "Nähe", "Niemals", "Nonfood", "1", "Yes"]) {
    expect(startsNotChosen(name), name).toBe(false);
    expect(isNotChosen(name), name).toBe(false);
  }
});
