/** What a bulk change of questions can go by: names that the screen and the contract share. */

/** Where the values of options come from: 1, 2, 3 in their order, from the highest, the number in the label, none. */
export const valueRules = ["order", "reversed", "labels", "none"] as const;
export type ValueRule = (typeof valueRules)[number];

/** `scale`: as the labels say, with values. */
export const optionOrders = ["scale", "label", "value", "code", "frequency", "reverse"] as const;
export type OptionOrder = (typeof optionOrders)[number];

export const copiedParts = ["labels", "values", "order", "missing"] as const;
export type CopiedPart = (typeof copiedParts)[number];
