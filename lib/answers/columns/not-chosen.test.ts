import { expect, test } from "vitest";
import { isChosen, isNotChosen, isYes, negates, startsNotChosen } from "./not-chosen";

test("an option that was not chosen is said so in many languages", () => {
  for (const word of [
    "0",
    "No",
    " nein ",
    "Nee",
    "nej",
    "NIE",
    "Não",
    "nao",
    "Нет",
    "non",
    "FALSCH",
    "Faux",
    "Falso",
    "Unchecked",
    "Not mentioned",
    "nicht gewählt",
    "Non coché",
    "No seleccionado",
  ]) {
    expect(isNotChosen(word), word).toBe(true);
    expect(startsNotChosen(word.trim()), word).toBe(true);
  }
});

test("by its beginning only where the word ends there", () => {
  for (const mark of ["Not important", "kein Interesse", "no (0)", "f", "Never"]) {
    expect(startsNotChosen(mark), mark).toBe(true);
    expect(isNotChosen(mark), mark).toBe(false);
  }
  for (const name of ["Norway", "Niederlande", "Nähe", "Niemals", "Nonfood", "1", "Yes"]) {
    expect(startsNotChosen(name), name).toBe(false);
    expect(isNotChosen(name), name).toBe(false);
  }
});

test("an option that was chosen is said so in many languages, and by marks; rows of grids are answered by words alone", () => {
  for (const word of ["Yes", " oui ", "JA", "Sí", "Si\u0301", "si", "Sim", "Да"]) {
    expect([isYes(word), isChosen(word), isNotChosen(word)], word).toEqual([true, true, false]);
  }
  for (const mark of ["1", 1, "X", "WAHR", "Vrai", "VERDADERO", "✓"]) {
    expect([isYes(mark), isChosen(mark), isNotChosen(mark)], String(mark)).toEqual([false, true, false]);
  }
  for (const word of ["2", "yesterday", "Japan", "Silver", "no"]) expect(isChosen(word), word).toBe(false);
});

test("an option that was not chosen is said so by the opposite of the word for chosen alone", () => {
  expect(negates("not quoted", "quoted")).toBe(true);
  expect(negates("unticked", "ticked")).toBe(true);
  expect(negates("nicht genannt", "genannt")).toBe(true);
  expect(negates("not important", "important")).toBe(false);
  expect(negates("quoted", "quoted")).toBe(false);
});
