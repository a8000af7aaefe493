import { expect, test } from "vitest";
import { easyPassword } from "./common-passwords";

const COMMON = "This is a common password. Choose another one.";

test.each([
  "1qaz2wsx3edc",
  "Password1234",
  "password!2024!",
  "passwordpassword",
  "Fieldwork-2026",
  "ＰＡＳＳＷＯＲＤ１２３４",
])("“%s” is common", async (password) => {
  expect(await easyPassword(password)).toBe(COMMON);
});

test.each(["aaaaaaaaaaaa", "121212121212", "abcabcabcabcabc"])("“%s” repeats few characters", async (password) => {
  expect(await easyPassword(password)).toBe("This password repeats few characters. Choose another one.");
});

test("a person's own name and e-mail are none", async () => {
  const own = ["jo.summers@panel.example", "Jo Summers"];
  for (const password of ["jo.summers@panel.example", "Jo.Summers-2026", "JoSummers12345"]) {
    expect(await easyPassword(password, own)).toBe("This password is your name or e-mail. Choose another one.");
    expect(await easyPassword(password)).toBeNull();
  }
});

test("any other is not refused, whatever it is made of", async () => {
  for (const password of ["seven green bottles", "k3-Rz_81xQwp", "пароль из слов", "739104628155"]) {
    expect(await easyPassword(password)).toBeNull();
  }
});

test("the longest that can be set is judged, too", async () => {
  const repeated = "abcde".repeat(200);
  expect(await easyPassword(`${repeated.slice(5)}fghij`)).toBeNull();
  expect(await easyPassword(`${"abc123".repeat(166)}`)).toBe(COMMON);
});
