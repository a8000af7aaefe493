import { describe, expect, it } from "vitest";
import { parseUserArguments, readPassword } from "./user-arguments";

const add = ["add", "Ann@Example.org", "--role", "Manager", "--account", " Field Team "];

describe("npm run user", () => {
  it("reads who is added, with the e-mail in lower case", () => {
    expect(parseUserArguments(add)).toEqual({
      command: "add",
      email: "ann@example.org",
      role: "manager",
      account: "Field Team",
      passwordFromInput: false,
    });
    expect(parseUserArguments([...add, "--name", "Ann", "--password-stdin"])).toMatchObject({
      name: "Ann",
      passwordFromInput: true,
    });
  });

  it.each([
    [[], /Say what to do/],
    [["remove", "a@b.org"], /Say what to do/],
    [["add"], /An e-mail address is required/],
    [["add", "ann", "--role", "admin", "--account", "A"], /“ann” is not an e-mail address/],
    [["add", "a@b.org", "--role", "boss", "--account", "A"], /manager, analyst, admin/],
    [["add", "a@b.org", "--role", "admin"], /--account NAME is required/],
    [["add", "a@b.org", "--role", "admin", "--account", " "], /must not be empty/],
    [["add", "a@b.org", "Team", "--role", "admin", "--account", "A"], /one word too many/],
    [["disable", "a@b.org", "--role", "admin"], /takes no --role/],
    [["list", "a@b.org"], /takes nothing more/],
    [["list", "--what"], /--what/],
  ])("answers %j with a sentence", (args, sentence) => {
    expect(() => parseUserArguments(args)).toThrow(sentence);
  });

  it("takes a piped password without its line end, and refuses a short or broken one", () => {
    expect(readPassword("correct horse battery\n")).toBe("correct horse battery");
    expect(readPassword(" with spaces around \r\n")).toBe(" with spaces around ");
    expect(() => readPassword("short\n")).toThrow(/at least 12/);
    expect(() => readPassword("two lines of\npassword\n")).toThrow(/one line/);
  });
});
