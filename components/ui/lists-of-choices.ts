/** What a field in use chooses by (`WhenUsed`): large, and needed by nobody who only reads. */
export { MultiSelect, Select } from "@mantine/core";
