import * as z from "zod";
import { isObject } from "../lenient";
import { formerNames, readSelectors, type SelectorName, type Selectors, selectorNames } from "./duplicate-selectors";

/** Selectors that were read once, as a job keeps them. */
export const storedSelectorsSchema = z.object({
  Survey_Number: z.array(z.string()).optional(),
  Session_Id: z.array(z.string()).optional(),
  IP_Address: z.string().optional(),
  Cookie: z.string().optional(),
  Panel_Id: z.string().optional(),
  Hashed_Email: z.string().optional(),
  User_Agent: z.string().optional(),
} satisfies { [Name in SelectorName]: z.ZodType<Selectors[Name]> });

/** For descriptions: each selector as text. */
export const selectorShape = Object.fromEntries(
  selectorNames.map((name) => [name, z.string().optional().describe(`Formerly ${formerNames[name]}.`)]),
) as Record<SelectorName, z.ZodOptional<z.ZodString>>;

/** The selectors of a body with other members that `others` reads; every problem at its field. */
export const withSelectors = <T extends z.ZodRawShape>(
  others: T,
  check: (selectors: Selectors, others: z.output<z.ZodObject<T>>) => string | null = () => null,
  names?: readonly SelectorName[],
) =>
  z.unknown().transform((body, context) => {
    const refuse = (message: string, path: string[] = []) =>
      context.issues.push({ code: "custom", message, path, input: body });
    if (!isObject(body)) {
      refuse("The body must be an object.");
      return z.NEVER;
    }
    const { selectors, problems } = readSelectors(body, names);
    for (const [name, problem] of Object.entries(problems)) refuse(problem, [name]);
    const rest = z.object(others).safeParse(body);
    if (!rest.success) {
      for (const { message, path } of rest.error.issues) refuse(message, path.map(String));
      return z.NEVER;
    }
    const problem = Object.keys(problems).length === 0 ? check(selectors, rest.data) : null;
    if (problem) refuse(problem);
    return { ...rest.data, selectors };
  });
