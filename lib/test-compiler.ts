/** What makes types of a description writes them with the compiler's former interface, which the compiler in use lacks. */
export { ts as default } from "@ts-morph/common";
